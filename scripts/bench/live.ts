import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createSession } from '#app/auth/session/session.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { freePort } from '../../tests/support/provider.ts'
import { sendRequest as send } from '../load/http-client.ts'
import { quantile } from '../load/quantiles.ts'
import { monotonicNow } from '../load/save-log.ts'
import { startApp } from './app-server.ts'
import {
  amount,
  compareAll,
  formatRequest,
  reportComparisons,
  type ServerComparison,
  sendRequest,
  spawnOwned,
} from './compare-servers.ts'
import { signInAtDesk } from './live/desk.ts'
import { beginEvening } from './live/evening.ts'
import { measureNight } from './live/night.ts'
import { askers } from './live/night-report.ts'
import { measureQuestionCost } from './live/question-cost.ts'
import type { Bench, Report } from './part.ts'
import { readCpuMs } from './process-stats.ts'
import { setDeadline, signInSavers } from './rush/prepare-savers.ts'
import { seedLargeDatabase } from './seed-large-database.ts'
import { printMs, printTable } from './table.ts'

const path = '/game/live.json'
/** A changed answer costs at most so many ms of processor time. */
const maxCpuMs = 0.3
/** A press is shown within so many ms, by another process. */
const maxShownMs = 1_000
const presses = 20

/**
 * The answer of the live page for its script: 'nothing new' compared with bare node:http and the same look at the session, at a full
 * rate and at a thousand questions a second, the processor time of a changed one, how soon another process shows a press, and what players
 * notice of it, at the largest number of teams, which is 20,000 or more for 10,000 people who ask.
 */
export async function measurePart(bench: Bench): Promise<Report> {
  const { workspace, teamCounts, logProgress } = bench
  const teams = teamCounts.at(-1) ?? 0
  const file = join(workspace.folder, 'live.db')
  const db = openDatabase(file, { mayCreate: true })
  const { viewers } = await seedLargeDatabase(db, teams)
  const managerId = viewers[0]?.managerId ?? 1
  const { cookieHeader } = await createSession(db, { managerId, now: Date.now() })
  const onAir = await setDeadline(db, Date.now() - 60_000)
  const { pressElsewhere } = await beginEvening(db, file, onAir)
  await pressElsewhere()
  const { port, child } = await startApp(workspace, file)
  const cookie = { Cookie: cookieHeader }
  const children: ChildProcess[] = []
  try {
    const generator = spawnOwned(children, 'scripts/bench/closed-loop-load.ts')
    const changed = await sendRequest(port, path, cookie)
    const etag = changed.headers[changed.headers.findIndex((each) => each.toLowerCase() === 'etag') + 1] ?? ''
    const asking = { ...cookie, 'If-None-Match': etag }
    const { headers } = await sendRequest(port, path, asking)
    const baseline = await startBaseline(children, { file, headers })
    const rawRequest = formatRequest(port, path, asking)
    const comparisons: ServerComparison[] = [
      {
        name: `GET ${path}, 304`,
        ports: { app: port, baseline: baseline.port },
        rawRequest,
        rates: { app: [], baseline: [] },
      },
    ]
    await compareAll(generator, comparisons, (line) => logProgress(`live: ${line}`))
    const name = 'node:http and a look at the session'
    const unchanged = reportComparisons(comparisons, {
      subject: "'nothing new' at a full rate",
      baseline: name,
    })
    const cpu = {
      baselineMs: await measureCpu(generator, { ...baseline, cookie: asking }),
      ms: await measureCpu(generator, { port, pid: child.pid, cookie }),
    }
    const shown: number[] = []
    for (let n = 0; n < presses; n += 1)
      shown.push(await measurePress({ port, cookie, press: pressElsewhere }))
    const others = reportOthers({ teams, bytes: changed.body.length, cpu, shown })
    const savers = await db
      .transaction()
      .execute((tx) => signInSavers(tx, { teams, count: Math.min(askers, teams - 40) }))
    const press = await signInAtDesk(db, { port, managerId, roundNumber: onAir })
    const folder = workspace.folder
    const common = {
      roundNumber: onAir + 1,
      db,
      children,
      folder,
      port,
      baselinePort: baseline.port,
      savers,
      press,
      logProgress,
    }
    const servers = { app: { port, pid: child.pid }, baseline }
    const cost = await measureQuestionCost(common, servers)
    const night = await measureNight(common)
    const reports = [unchanged, cost, others, night]
    return {
      markdown: reports.map(({ markdown }) => markdown).join('\n\n'),
      broken: reports.flatMap(({ broken }) => broken),
    }
  } finally {
    for (const each of children) each.kill()
    await child.stop()
    await db.destroy()
  }
}

async function startBaseline(
  children: ChildProcess[],
  { file, headers }: { file: string; headers: string[] },
): Promise<{ port: number; pid: number | undefined }> {
  const port = await freePort()
  const baseline = spawnOwned(children, 'scripts/bench/live/baseline.ts')
  baseline.send({ port, file, headers })
  await once(baseline, 'message')
  return { port, pid: baseline.pid }
}

interface Asked {
  port: number
  pid: number | undefined
  cookie: Record<string, string>
}

/** The processor time of an answer under load, in ms. */
async function measureCpu(generator: ChildProcess, { port, pid, cookie }: Asked): Promise<number> {
  const rawRequest = formatRequest(port, path, cookie)
  const run = async (ms: number) => {
    generator.send({ port, rawRequest, connections: 8, ms })
    const [message] = await once(generator, 'message')
    return (Number(message.perSecond) * ms) / 1000
  }
  await run(amount.ms * 8)
  const before = readCpuMs(pid)
  const count = await run(amount.ms * 20)
  return (readCpuMs(pid) - before) / count
}

/** From a press in this process until the answer of the server is another one, in ms. */
async function measurePress({
  port,
  cookie,
  press,
}: Pick<Asked, 'port' | 'cookie'> & { press: () => Promise<void> }): Promise<number> {
  const read = async () =>
    (await send({ port, method: 'GET', path, headers: cookie }))?.body.toString('base64')
  const before = await read()
  await pause(500)
  const pressedAt = monotonicNow()
  const pressing = press()
  while ((await read()) === before) await pause(20)
  const shownMs = monotonicNow() - pressedAt
  await pressing
  return shownMs
}

interface Others {
  teams: number
  bytes: number
  /** Of a changed answer, and of 'nothing new' by the baseline: how fast the machine is at that moment. */
  cpu: { ms: number; baselineMs: number }
  shown: readonly number[]
}

function reportOthers({ teams, bytes, cpu, shown }: Others): Report {
  const longest = Math.max(...shown)
  const head = [
    `${teams.toLocaleString('en-GB')} teams`,
    'a changed answer, bytes',
    'its CPU, ms',
    "CPU of the baseline's 'nothing new', ms",
    'ratio',
    'press until another process shows it, ms, median',
    'longest',
  ]
  const row = [
    `${presses} presses`,
    String(bytes),
    cpu.ms.toFixed(2),
    cpu.baselineMs.toFixed(3),
    (cpu.ms / cpu.baselineMs).toFixed(1),
    printMs(quantile(shown, 0.5)),
    printMs(longest),
  ]
  const broken = [
    ...(cpu.ms > maxCpuMs ? [`a changed answer takes ${cpu.ms.toFixed(2)} ms of processor time`] : []),
    ...(longest > maxShownMs ? [`a press was shown after ${printMs(longest)} ms`] : []),
  ]
  return { markdown: printTable(head, [row]), broken }
}

import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { createSession } from '#app/auth/session/session.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import type { Child } from '../demo/child-process.ts'
import { sendRequest } from '../load/http-client.ts'
import type { Saver } from '../load/plan.ts'
import { quantile } from '../load/quantiles.ts'
import { monotonicNow } from '../load/save-log.ts'
import { findPostgresBinaries, startCluster } from '../postgres/cluster.ts'
import { startApp } from './app-server.ts'
import { copyLargeDatabase } from './large-database.ts'
import type { Bench, Report } from './part.ts'
import { readPeakResidentBytes } from './process-stats.ts'
import { changeScores } from './publish/run.ts'
import { countSavers, type LoadName, ratesOf } from './rush/loads.ts'
import { signInSavers } from './rush/prepare-savers.ts'
import { findBroken, sideHead, summariseSide } from './rush/report.ts'
import { type RushRun, rushOnce } from './rush/run.ts'
import { seedLargeDatabase } from './seed-large-database.ts'
import { printMs, printTable } from './table.ts'

/** Where a game is kept, and the processes that serve it. */
interface Side {
  name: string
  location: string
  savers: Saver[]
  apps: { port: number; child: Child }[]
}

interface SideRun {
  name: string
  load: LoadName
  run: RushRun
}

const warmUpSeconds = 15

/**
 * The rush before a deadline on two processes and PostgreSQL, and on one process and a file, in turns, at the smallest number
 * of teams; after each run the client's log is compared with the database. Then a publication at the largest number, in both
 * processes. Commits are brought to disk on both sides.
 */
export async function measurePart(bench: Bench): Promise<Report> {
  const binaries = findPostgresBinaries()
  if (!binaries) return { markdown: '', broken: ['PostgreSQL is not installed: apt-get install postgresql'] }
  const cluster = await startCluster(binaries, { isDurable: true })
  try {
    const [teams = 10_000] = bench.teamCounts
    const sides = [await openFileSide(bench, teams), await openServerSide(bench, teams, cluster.url)]
    const runs: SideRun[] = []
    for (const load of bench.loads) {
      for (const side of sides) runs.push({ name: side.name, load, run: await measure(bench, side, load) })
      bench.logProgress(`postgres: ${load} done`)
    }
    for (const { child } of sides.flatMap(({ apps }) => apps)) await child.stop()
    const rush = report(runs, teams)
    const publication = await measurePublication(bench, cluster.url)
    return {
      markdown: `${rush.markdown}\n\n${publication.markdown}`,
      broken: [...rush.broken, ...publication.broken],
    }
  } finally {
    await cluster.stop()
  }
}

async function openFileSide(bench: Bench, teams: number): Promise<Side> {
  const location = join(bench.workspace.folder, `rush-file-${teams}.db`)
  await copyLargeDatabase(bench.workspace, teams, location)
  return openSide(bench, { name: 'one process, a file', location, teams, processes: 1 })
}

async function openServerSide(bench: Bench, teams: number, url: string): Promise<Side> {
  const location = await makeDatabase(url, 'rush', teams)
  return openSide(bench, { name: 'two processes, PostgreSQL', location, teams, processes: 2 })
}

/** A database of the server with so many teams. Returns its URL. */
async function makeDatabase(url: string, name: string, teams: number): Promise<string> {
  const server = openDatabase(url)
  await sql`create database ${sql.id(name)} template template0`
    .execute(server)
    .finally(() => server.destroy())
  const location = url.replace(/postgres$/, name)
  const db = openDatabase(location, { mayTakeLong: true })
  await seedLargeDatabase(db, teams).finally(() => db.destroy())
  return location
}

interface SideOptions {
  name: string
  location: string
  teams: number
  processes: number
}

async function openSide(
  { workspace, loads, seconds, logProgress }: Bench,
  { name, location, teams, processes }: SideOptions,
): Promise<Side> {
  const count = Math.min(Math.max(...loads.map((load) => countSavers(load, seconds))), Math.floor(teams / 2))
  const db = openDatabase(location, { mayTakeLong: true })
  const savers = await signInSavers(db, { teams, count }).finally(() => db.destroy())
  const apps: Side['apps'] = []
  for (let n = 0; n < processes; n += 1) apps.push(await startApp(workspace, location))
  logProgress(`postgres: ${name}: ${teams} teams seeded, ${savers.length} managers are signed in`)
  return { name, location, savers, apps }
}

async function measure(
  { workspace, seconds }: Bench,
  { location, savers, apps }: Side,
  load: LoadName,
): Promise<RushRun> {
  const children: ChildProcess[] = []
  const [{ port, pid } = { port: 0, pid: undefined }, ...others] = apps.map(({ port, child }) => ({
    port,
    pid: child.pid,
  }))
  const common = { children, port, pid, others, file: location, savers, folder: workspace.folder }
  try {
    await rushOnce({ ...common, seconds: warmUpSeconds, perSecond: ratesOf('rush'), isChecked: false })
    return await rushOnce({ ...common, seconds, perSecond: ratesOf(load), isChecked: true })
  } finally {
    for (const each of children) each.kill()
  }
}

function report(runs: readonly SideRun[], teams: number): Report {
  const head = [`${teams.toLocaleString('en-GB')} teams`, ...sideHead]
  const rows = runs.map(({ name, load, run }) => [`${load}: ${name}`, ...summariseSide(run)])
  const broken = runs.flatMap(({ name, load, run }) =>
    findBroken({ load, run, teams }).map((each) => `${name}, ${load}: ${each}`),
  )
  return { markdown: printTable(head, rows), broken }
}

const presses = 5
const pauseMs = 1_000
/** Until every process shows a publication, and until a started process is ready. */
const maxShownMs = 2_000
const maxReadyMs = 10_000

/** Publishes changed points in one process, and waits until both show them. */
async function measurePublication(
  { workspace, teamCounts, logProgress }: Bench,
  url: string,
): Promise<Report> {
  const teams = teamCounts.at(-1) ?? 0
  const location = await makeDatabase(url, 'publish', teams)
  const db = openDatabase(location, { mayTakeLong: true })
  const signIn = async (managerId: number, isAdmin: boolean) =>
    (await createSession(db, { managerId, isAdmin, now: Date.now() })).cookieHeader
  const [admin, reader] = [await signIn(1, true), await signIn(50, false)]
  const ready: number[] = []
  const apps: Side['apps'] = []
  for (const _ of [1, 2]) {
    const startedAt = monotonicNow()
    const app = await startApp(workspace, location)
    await untilReady(app.port)
    ready.push(monotonicNow() - startedAt)
    apps.push(app)
  }
  const readList = async (port: number) =>
    (
      await sendRequest({
        port,
        method: 'GET',
        path: '/api/teams?limit=100',
        headers: { Cookie: reader },
      })
    )?.body.toString('base64')
  const shown: number[] = []
  for (let n = 0; n < presses; n += 1) {
    await changeScores(db)
    const before = await Promise.all(apps.map(({ port }) => readList(port)))
    await pause(pauseMs)
    const pressedAt = monotonicNow()
    const pressing = publish(apps[n % 2]?.port ?? 0, admin)
    const waiting = apps.map(async ({ port }, index) => {
      while ((await readList(port)) === before[index]) await pause(10)
      return monotonicNow() - pressedAt
    })
    shown.push(Math.max(...(await Promise.all(waiting))))
    await pressing
  }
  const peak = Math.max(...apps.map(({ child }) => readPeakResidentBytes(child.pid)))
  for (const { child } of apps) await child.stop()
  await db.destroy()
  logProgress('postgres: publication done')
  const [longest, slowest] = [Math.max(...shown), Math.max(...ready)]
  const head = [
    `${teams.toLocaleString('en-GB')} teams, two processes, PostgreSQL`,
    'until both show a publication, ms, median',
    'longest',
    'ready after start, ms',
    'memory of a process at most, MB',
  ]
  const row = [`${presses} publications`, printMs(quantile(shown, 0.5)), printMs(longest), printMs(slowest)]
  const broken = [
    ...(longest > maxShownMs ? [`a publication was shown after ${printMs(longest)} ms`] : []),
    ...(slowest > maxReadyMs ? [`a process was ready after ${printMs(slowest)} ms`] : []),
  ]
  return { markdown: printTable(head, [[...row, (peak / 1_000_000).toFixed(0)]]), broken }
}

async function untilReady(port: number): Promise<void> {
  const isReady = async () =>
    (await sendRequest({ port, method: 'GET', path: '/healthz', headers: {} }))?.status === 200
  while (!(await isReady())) await pause(20)
}

async function publish(port: number, admin: string): Promise<void> {
  const response = await sendRequest({
    port,
    method: 'POST',
    path: '/api/admin/teams/all/compute-round-scores/1',
    headers: { Cookie: admin, 'Content-Length': '0', 'Sec-Fetch-Site': 'same-origin' },
  })
  if (response?.status !== 202) throw new Error(`The publication was not accepted: ${response?.status}`)
}

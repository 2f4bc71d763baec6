import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createSession } from '#app/auth/session/session.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { sendRequest } from '../load/http-client.ts'
import type { Saver } from '../load/plan.ts'
import { startApp } from './app-server.ts'
import { copyLargeDatabase } from './large-database.ts'
import { signInAtDesk } from './live/desk.ts'
import { beginEvening } from './live/evening.ts'
import type { Bench, Report } from './part.ts'
import { maxResidentMb, readPeakResidentBytes, resetPeakResidentBytes } from './process-stats.ts'
import { ratesOf } from './rush/loads.ts'
import { signInSavers } from './rush/prepare-savers.ts'
import { rushOnce } from './rush/run.ts'
import type { LargeDatabase } from './seed-large-database.ts'
import { printTable } from './table.ts'

const megabyte = 1_000_000
/** The most without an article, whose sanitiser has no target. */
const maxMb = ({ teams, name }: Stage) =>
  name === withArticles ? Number.POSITIVE_INFINITY : maxResidentMb(teams)
const withArticles = 'presses, what-ifs and articles at once'
/** The season's second round: its deadline passes in the rush, and it is live afterwards. */
const roundNumber = 2
const times = 12
const saverCount = 1_200
const warmUpSeconds = 20

interface Stage {
  teams: number
  name: string
  /** The highest resident memory of the whole process, threads included, during the stage. */
  peakMb: number
}

/**
 * The highest resident memory of a server that goes through an evening: the rush, ten times its load, presses of the desk while
 * pages are read, what-ifs, and articles beside both.
 */
export async function measurePart(bench: Bench): Promise<Report> {
  const stages: Stage[] = []
  for (const teams of bench.teamCounts) stages.push(...(await measureEvening(bench, teams)))
  const rows = stages.map((stage) => [
    `${stage.teams.toLocaleString('en-GB')} teams, ${stage.name}`,
    stage.peakMb.toFixed(0),
    Number.isFinite(maxMb(stage)) ? String(maxMb(stage)) : '',
  ])
  const broken = stages
    .filter((stage) => !(stage.peakMb <= maxMb(stage)))
    .map(({ teams, name, peakMb }) => `high-water: ${teams} teams, ${name}: ${peakMb.toFixed(0)} MB`)
  return { markdown: printTable(['resident memory, MB', 'high water', 'at most'], rows), broken }
}

interface Evening {
  db: Db
  port: number
  savers: readonly Saver[]
  /** Of an admin who is a manager, too. */
  cookie: string
  bigLeagueId: number
  press: () => Promise<void>
}

async function measureEvening({ workspace, seconds, logProgress }: Bench, teams: number): Promise<Stage[]> {
  const file = join(workspace.folder, `high-water-${teams}.db`)
  const database = await copyLargeDatabase(workspace, teams, file)
  const db = openDatabase(file)
  const savers = await signInSavers(db, { teams, count: Math.min(saverCount, Math.floor(teams / 2)) })
  const { port, child } = await startApp(workspace, file)
  const children: ChildProcess[] = []
  const stages: Stage[] = []
  async function run(name: string, work: () => Promise<unknown>): Promise<void> {
    resetPeakResidentBytes(child.pid)
    await work()
    stages.push({ teams, name, peakMb: readPeakResidentBytes(child.pid) / megabyte })
    logProgress(`high-water: ${teams} teams, ${name}: ${stages.at(-1)?.peakMb.toFixed(0)} MB`)
  }
  const rush = { children, file, folder: workspace.folder, savers, port, pid: child.pid, isChecked: false }
  try {
    await run('rush', () => rushOnce({ ...rush, seconds: warmUpSeconds, perSecond: ratesOf('rush') }))
    await run('tenfold', () => rushOnce({ ...rush, seconds, perSecond: ratesOf('tenfold') }))
    const evening = await openEvening(db, { file, port, savers, database })
    await run('presses and pages', () => repeat(() => pressAndRead(evening)))
    await run('what-ifs', () => repeat((n) => Promise.all([0, 1, 2].map((at) => askWhatIf(evening, n, at)))))
    await run(withArticles, () =>
      repeat((n) =>
        Promise.all([pressAndRead(evening), askWhatIf(evening, times + n, 0), saveArticle(evening)]),
      ),
    )
    return stages
  } finally {
    for (const each of children) each.kill()
    await child.stop()
    await db.destroy()
  }
}

async function repeat(work: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < times; n += 1) await work(n)
}

interface EveningOptions extends Pick<Evening, 'port' | 'savers'> {
  file: string
  database: LargeDatabase
}

/** Nothing is official any more, and the round whose deadline has passed is live. */
async function openEvening(db: Db, { file, port, savers, database }: EveningOptions): Promise<Evening> {
  const { pressElsewhere } = await beginEvening(db, file, roundNumber)
  await pressElsewhere()
  const managerId = database.viewers[0]?.managerId ?? 1
  const { cookieHeader: cookie } = await createSession(db, { managerId, isAdmin: true, now: Date.now() })
  const press = await signInAtDesk(db, { port, managerId, roundNumber })
  return { db, port, savers, cookie, bigLeagueId: database.bigLeague.id, press }
}

async function pressAndRead({ port, savers, cookie, bigLeagueId, press }: Evening): Promise<void> {
  await press()
  const league = `/game/leagues?leagueId=${bigLeagueId}`
  const paths = ['/game', '/game?page=50', league, '/game/results', '/game/live', '/game/live.json']
  await Promise.all(paths.map((path) => read({ port, path, cookie })))
  const players = savers.slice(0, 20)
  await Promise.all(players.map((player) => read({ port, path: '/game/live.json', cookie: player.cookie })))
}

/** Other qualifiers for each question: the first `n` pairs of countries of the show. */
async function askWhatIf({ db, port, savers }: Evening, n: number, at: number): Promise<void> {
  const contest = await findActiveContest(db)
  const singers = contest?.entries.filter((entry) => entry.semiFinal === roundNumber) ?? []
  const pair = [n % singers.length, (n + at + 1) % singers.length]
  const fields = pair.flatMap((each) => [
    ['country', singers[each]?.code ?? ''],
    ['points', '0'],
  ])
  const player = savers[times * at + n]
  await read({
    port,
    path: `/game/what-if?${new URLSearchParams(fields)}`,
    cookie: player?.cookie ?? '',
    mark: 'id="answer"',
  })
}

interface Read {
  port: number
  path: string
  cookie: string
  /** In every page that answers. */
  mark?: string
}

async function read({ port, path, cookie, mark = '' }: Read): Promise<void> {
  const headers = { Cookie: cookie, 'Accept-Encoding': 'identity' }
  const response = await sendRequest({ port, method: 'GET', path, headers })
  if (response?.status !== 200 || !response.body.includes(mark))
    throw new Error(`${path} answered ${response?.status}: ${response?.body.toString().slice(0, 20_000)}`)
}

async function saveArticle({ port, cookie }: Evening): Promise<void> {
  const article = { title: 'From the hall', content: '<p>An <b>ordinary</b> article</p>'.repeat(500) }
  const response = await fetch(`http://127.0.0.1:${port}/api/admin/news`, {
    method: 'POST',
    headers: { Cookie: cookie, Origin: `http://localhost:${port}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(article),
  })
  if (response.status !== 201) throw new Error(`The article was answered with ${response.status}`)
}

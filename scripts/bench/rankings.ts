import { join } from 'node:path'
import { createSession } from '#app/auth/session/session.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { startAppServer } from './app-server.ts'
import { copyLargeDatabase } from './large-database.ts'
import { type BenchRequest, measureAlternately, type Timing } from './load.ts'
import type { Bench, Report } from './part.ts'
import type { LargeDatabase } from './seed-large-database.ts'
import { printMs, printTable } from './table.ts'

/** The largest allowed ratio of the median with the most teams to that with the fewest. */
const mostRatio = 1.5
const amount = { warmUp: 30, measured: 200 }
const pageSize = 10

interface Side {
  column: string
  port: number
  database: LargeDatabase
  /** One per viewer. */
  cookies: string[]
}

type Scenario = [
  name: string,
  buildRequest: (
    database: LargeDatabase,
    viewer: LargeDatabase['viewers'][number],
    n: number,
  ) => RankingRequest,
]
type RankingRequest = Omit<BenchRequest, 'cookie'>

const ranked = /Twelve points for \d+/
const lastPageOf = (league: { memberCount: number }) => Math.ceil(league.memberCount / pageSize)
const leaguePage = (leagueId: number, page: number): RankingRequest => ({
  path: `/game/leagues?leagueId=${leagueId}&page=${page}`,
  mark: new RegExp(`League ${leagueId}\\b[^]*Twelve points for \\d+`),
})
/** A different page for each request: covers all of a league in some hundred steps. */
const spreadPage = (pages: number, n: number) => 1 + Math.floor(((n * 0.618) % 1) * pages)

const scenarios: Scenario[] = [
  ['dashboard, first page of the ranking', () => ({ path: '/game', mark: ranked })],
  ['dashboard, page 10 of the ranking', () => ({ path: '/game?page=10', mark: ranked })],
  ['league of ten', (_, { smallLeagueId }) => leaguePage(smallLeagueId, 1)],
  ['big league, first page', ({ bigLeague }) => leaguePage(bigLeague.id, 1)],
  [
    'big league, any page',
    ({ bigLeague }, _, n) => leaguePage(bigLeague.id, spreadPage(lastPageOf(bigLeague), n)),
  ],
  [
    'big league, last page: not ranked yet',
    ({ bigLeague }) => leaguePage(bigLeague.id, lastPageOf(bigLeague)),
  ],
  ['league that a tenth left, first page', ({ leftLeague }) => leaguePage(leftLeague.id, 1)],
  [
    'league that a tenth left, any page',
    ({ leftLeague }, _, n) => leaguePage(leftLeague.id, spreadPage(lastPageOf(leftLeague), n)),
  ],
  [
    'league that a tenth left, last page',
    ({ leftLeague }) => leaguePage(leftLeague.id, lastPageOf(leftLeague)),
  ],
  ['own results', () => ({ path: '/game/results', mark: ranked })],
]

/** Reading rankings and league tables takes constant time, measured on full responses to signed-in managers. */
export async function measurePart(bench: Bench): Promise<Report> {
  const sides: Side[] = []
  for (const teams of bench.teamCounts) sides.push(await openSide(bench, teams))
  const rows: { name: string; timings: Timing[] }[] = []
  for (const [name, buildRequest] of scenarios) {
    const targets = sides.map(({ column, port, database, cookies }) => ({
      column,
      port,
      buildRequest: (n: number) => buildViewerRequest({ database, cookies, buildRequest }, n),
    }))
    const timings = await measureAlternately(targets, amount)
    bench.logProgress(`${name}: ${timings.map(({ p50 }) => printMs(p50)).join(', ')} ms`)
    rows.push({ name, timings })
  }
  return report(rows)
}

function buildViewerRequest(
  { database, cookies, buildRequest }: Pick<Side, 'database' | 'cookies'> & { buildRequest: Scenario[1] },
  n: number,
): BenchRequest {
  const at = n % database.viewers.length
  const viewer = database.viewers[at]
  if (!viewer) throw new Error('There is no viewer')
  return { ...buildRequest(database, viewer, n), cookie: cookies[at] ?? '' }
}

/** Seeds a database, signs its viewers in, and starts a server on it. */
async function openSide({ workspace, logProgress }: Bench, teams: number): Promise<Side> {
  const column = teams.toLocaleString('en-GB')
  const startedAt = performance.now()
  const file = join(workspace.folder, `${teams}.db`)
  const database = await copyLargeDatabase(workspace, teams, file)
  const db = openDatabase(file)
  const cookies: string[] = []
  for (const { managerId } of database.viewers) {
    const { cookieHeader } = await createSession(db, { managerId, now: Date.now() })
    cookies.push(cookieHeader)
  }
  await db.destroy()
  const seeded = performance.now()
  const port = await startAppServer(workspace, file)
  const seconds = [seeded - startedAt, performance.now() - seeded].map((ms) => Math.round(ms / 1000))
  logProgress(`${column} teams: seeded in ${seconds[0]} s, served after ${seconds[1]} s`)
  return { column, port, database, cookies }
}

function report(rows: readonly { name: string; timings: readonly Timing[] }[]): Report {
  const columns = rows[0]?.timings.map((timing) => timing.column) ?? []
  const head = ['whole response, ms', `ratio (at most ${mostRatio})`]
  const body = rows.map(({ name, timings }) => [
    name,
    ratioOf(timings).toFixed(2),
    ...timings.flatMap(({ p50, p99 }) => [printMs(p50), printMs(p99)]),
  ])
  const markdown = printTable([...head, ...columns.flatMap((column) => [`p50 ${column}`, 'p99'])], body)
  const tooSlow = rows.filter(({ timings }) => ratioOf(timings) > mostRatio)
  const broken = tooSlow.map(
    ({ name, timings }) => `${name}: ${ratioOf(timings).toFixed(2)} times as long with the most teams`,
  )
  return { markdown, broken }
}

function ratioOf(timings: readonly Timing[]): number {
  return (timings.at(-1)?.p50 ?? Number.NaN) / (timings[0]?.p50 ?? Number.NaN)
}

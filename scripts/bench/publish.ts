import type { ChildProcess } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createSession } from '#app/auth/session/session.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { Kind } from '../load/plan.ts'
import { startApp } from './app-server.ts'
import { copyLargeDatabase } from './large-database.ts'
import type { Bench, Report } from './part.ts'
import { readResidentBytes } from './process-stats.ts'
import { comparePlainSql } from './publish/compare-plain-sql.ts'
import { type DuringPublication, measureDuringPublication } from './publish/during-publication.ts'
import { type Churn, measureChurn } from './publish/league-churn.ts'
import { findMixedRankings, startObserver } from './publish/observer.ts'
import { reportPublish } from './publish/report.ts'
import { type PublishRun, runPublish } from './publish/run.ts'
import { setDeadline, signInSavers } from './rush/prepare-savers.ts'
import type { LargeDatabase } from './seed-large-database.ts'

/** The measurements of publishing at one size: compared with plain SQL, alone and during visits, and its resources. */
export interface PublishResult {
  teams: number
  /** Ms that plain SQL takes to store the same results, and how many teams rank differently in its table. */
  plainSql: { ms: number; differences: number }
  alone: PublishRun[]
  duringVisits: DuringPublication
  churn: Churn
  fileBytes: number
  /** From the start of the process until it is ready. */
  readyMs: number
  /** With this many teams, and with the fewest. */
  resident: { most: number; fewest: number; fewestTeams: number }
  broken: string[]
}

/** 100 pages and 50 saves a second. */
const perSecond: Partial<Record<Kind, number>> = {
  dashboard: 40,
  ranking: 20,
  home: 20,
  league: 10,
  api: 10,
  form: 50,
}
/** Saves are rate-limited to 30 a minute per manager. */
const saverCount = 600
const hour = 60 * 60_000

/** Publishes in a season of the largest requested size, compared with plain SQL, alone and during visits. */
export async function measurePart(bench: Bench): Promise<Report> {
  const { teamCounts } = bench
  const [fewest, most] = [teamCounts.at(0) ?? 0, teamCounts.at(-1) ?? 0]
  return reportPublish(await measurePublish(bench, { fewest, most, publications: 12 }))
}

interface PublishOptions {
  fewest: number
  most: number
  publications: number
  load?: typeof perSecond
  warmUpSeconds?: number
}

/** Measures one publication of any size, for tests. */
export async function measurePublish(
  { workspace, seconds, logProgress }: Pick<Bench, 'workspace' | 'seconds' | 'logProgress'>,
  { fewest, most, publications, load = perSecond, warmUpSeconds = 20 }: PublishOptions,
): Promise<PublishResult> {
  const smallSide = await openSide(workspace, fewest)
  const smallApp = await startApp(workspace, smallSide.file)
  await publishAlone(smallSide, smallApp, publications)
  const fewestResident = readResidentBytes(smallApp.child.pid)
  await smallApp.child.stop()
  await smallSide.db.destroy()

  const side = await openSide(workspace, most)
  logProgress(`publish: ${most} teams are seeded`)
  const fileBytes = statSync(side.file).size
  const plainSql = await comparePlainSql(workspace, side.file)
  logProgress('publish: plain SQL is done')
  const startedAt = performance.now()
  const app = await startApp(workspace, side.file)
  const readyMs = performance.now() - startedAt
  const children: ChildProcess[] = []
  try {
    const alone = await publishAlone(side, app, publications)
    const resident = { most: readResidentBytes(app.child.pid), fewest: fewestResident, fewestTeams: fewest }
    const churn = await measureChurn({ ...side, port: app.port, seconds })
    logProgress('publish: publications without visitors are done')
    const common = {
      ...side,
      app: { port: app.port, pid: app.child.pid },
      children,
      folder: workspace.folder,
    }
    const duringVisits = await measureDuringPublication({
      ...common,
      perSecond: load,
      warmUpSeconds,
      seconds,
      publications,
    })
    const broken = [...alone.broken, ...duringVisits.broken]
    return {
      teams: most,
      plainSql,
      alone: alone.publications,
      duringVisits,
      churn,
      fileBytes,
      readyMs,
      resident,
      broken,
    }
  } finally {
    for (const child of children) child.kill()
    await side.db.destroy()
  }
}

/** A database with signed-in users, and a server on it. */
export interface Side {
  db: Db
  file: string
  database: LargeDatabase
  roundNumber: number
  savers: Awaited<ReturnType<typeof signInSavers>>
  admin: string
  /** Pages with rankings, from their start and middle, and a cookie that may read them. */
  paths: string[]
  reader: string
}

async function openSide(workspace: Bench['workspace'], teams: number): Promise<Side> {
  const file = join(workspace.folder, `publish-${teams}.db`)
  const database = await copyLargeDatabase(workspace, teams, file)
  const db = openDatabase(file)
  const roundNumber = await setDeadline(db, Date.now() + hour)
  const savers = await signInSavers(db, { teams, count: Math.min(saverCount, Math.floor(teams / 2)) })
  const managerId = database.viewers[0]?.managerId ?? 0
  const { cookieHeader: reader } = await createSession(db, { managerId, now: Date.now() })
  const { cookieHeader: admin } = await createSession(db, { managerId, isAdmin: true, now: Date.now() })
  return { db, file, database, roundNumber, savers, admin, reader, paths: pathsOf(database, teams) }
}

function pathsOf({ bigLeague: { id, memberCount } }: LargeDatabase, teams: number): string[] {
  const members = `/api/leagues/${id}/members`
  return [
    '/game',
    `/game/leagues?leagueId=${id}`,
    '/api/teams?limit=100',
    `/api/teams?limit=100&offset=${Math.floor(teams / 2)}`,
    `${members}?limit=100`,
    `${members}?limit=100&offset=${Math.floor(memberCount / 2)}`,
  ]
}

const restMs = 20
/** After this time without publications the server is idle. */
const idleMs = 2_000

async function publishAlone(
  { db, admin, reader, paths }: Side,
  app: Awaited<ReturnType<typeof startApp>>,
  count: number,
): Promise<{ publications: PublishRun[]; broken: string[] }> {
  const { port } = app
  const observer = startObserver({ port, cookie: reader, paths, restMs })
  const publications: PublishRun[] = []
  for (let n = 0; n < count; n += 1) {
    await pause(idleMs)
    publications.push(await runPublish({ db, app: { port, pid: app.child.pid }, admin, observer }))
  }
  await observer.stop()
  return { publications, broken: findMixedRankings(observer.seen, count) }
}

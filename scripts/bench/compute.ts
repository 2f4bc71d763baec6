import type { ChildProcess } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSession } from '#app/auth/session.server.ts'
import { openDatabase } from '#db/open.server.ts'
import type { Kind } from '../load/plan.ts'
import { startApp } from './app-server.ts'
import { copyBigStore } from './big-store.ts'
import { fightRaw, type Rounds } from './compute/duel.ts'
import { killInTheMiddle } from './compute/kill.ts'
import { type Measured, measureMeanwhile } from './compute/meanwhile.ts'
import { reportCompute } from './compute/report.ts'
import { findSeason } from './compute/run.ts'
import type { Bench, Report } from './part.ts'
import { setDeadline, signInSavers } from './rush/store.ts'
import type { BigStore } from './seed.ts'

/** What a computation at one size took, beside plain SQL and beside visitors. */
export interface ComputeResult {
  teams: number
  rounds: Rounds
  measured: Measured
  killed: string[]
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
/** Nobody may save more often than 30 times a minute, and a computation takes a minute at worst. */
const saverCount = 600
const hour = 60 * 60_000

/** A season of as many teams as are asked for at most: computed beside plain SQL, beside visitors, and killed. */
export async function measurePart(bench: Bench): Promise<Report> {
  const result = await measureCompute(bench, { teams: bench.teamCounts.at(-1) ?? 0, duels: 3 })
  return reportCompute(result)
}

/** The same for a test, of any size. */
export async function measureCompute(
  { workspace, seconds, say }: Pick<Bench, 'workspace' | 'seconds' | 'say'>,
  {
    teams,
    duels,
    load = perSecond,
    warmUpSeconds = 20,
  }: { teams: number; duels: number; load?: typeof perSecond; warmUpSeconds?: number },
): Promise<ComputeResult> {
  const [file, rawFile] = [join(workspace.folder, 'compute.db'), join(workspace.folder, 'raw.db')]
  const store = await copyBigStore(workspace, teams, file)
  const seeding = openDatabase(file)
  const roundNumber = await setDeadline(seeding, Date.now() + hour)
  const { gameId } = await findSeason(seeding)
  await seeding.destroy()
  copyFileSync(file, rawFile)
  say(`compute: ${teams} teams are there`)
  const rounds = await fightRaw(file, rawFile, { gameId, rounds: duels })
  say('compute: the rounds beside plain SQL are over')

  const db = openDatabase(file)
  const children: ChildProcess[] = []
  try {
    const people = await signIn(db, { teams, store })
    const app = await startApp(workspace, file)
    const { folder } = workspace
    const common = {
      children,
      db,
      folder,
      ...people,
      places: placesIn(store, teams),
      perSecond: load,
      warmUpSeconds,
    }
    const measured = await measureMeanwhile({ ...common, port: app.port, idleSeconds: seconds, roundNumber })
    say('compute: the round beside visitors is over')
    const restart = () => startApp(workspace, file)
    const killed = await killInTheMiddle({ db, app, admin: people.admin, restart })
    return { teams, rounds, measured, killed }
  } finally {
    for (const child of children) child.kill()
    await db.destroy()
  }
}

async function signIn(
  db: ReturnType<typeof openDatabase>,
  { teams, store }: { teams: number; store: BigStore },
) {
  const savers = await signInSavers(db, { teams, count: Math.min(saverCount, Math.floor(teams / 2)) })
  const managerId = store.viewers[0]?.managerId ?? 0
  const { cookieHeader: reader } = await createSession(db, { managerId, now: Date.now() })
  const { cookieHeader: admin } = await createSession(db, { managerId, isAdmin: true, now: Date.now() })
  return { savers, reader, admin }
}

/** Beginning, middle and end of the ranking and of the league of a fifth of all. */
function placesIn({ bigLeague }: BigStore, teams: number) {
  const shares = [0, 0.001, 0.1, 0.3, 0.5, 0.7, 0.9]
  return shares.flatMap((share) => [
    { leagueId: null, offset: Math.floor(share * teams) },
    { leagueId: bigLeague.id, offset: Math.floor(share * bigLeague.memberCount) },
  ])
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { runComputation } from '#app/services/compute.server.ts'
import { requestCompute, saveRoundScores } from '#app/services/scoring.server.ts'
import { findBundledSeason, loadSeason, switchSeason } from '#app/services/seasons.server.ts'
import type { Clock } from '#db/clock.server.ts'
import { listEntries } from '#db/entries.server.ts'
import { countTeamIn, findActiveContest, findActiveGame } from '#db/games.server.ts'
import { insertLeague } from '#db/leagues.server.ts'
import { replaceLineups } from '#db/lineups.server.ts'
import { ensureManager } from '#db/managers.server.ts'
import { insertMembership } from '#db/memberships.server.ts'
import { migrate } from '#db/migrate.server.ts'
import { openDatabase } from '#db/open.server.ts'
import type { Db } from '#db/schema.server.ts'
import { insertTeam } from '#db/teams.server.ts'
import reference from '#tests/golden/reference-scores.json' with { type: 'json' }

/** The real season of 2025 after its final, with nothing saved yet. */
export const afterFinal = Date.parse('2025-05-18T08:00:00Z')
export const clockAt =
  (now: number): Clock =>
  async () =>
    now
export const clock = clockAt(afterFinal)

export { reference }

export async function openSeason(file = ':memory:'): Promise<Db> {
  const db = openDatabase(file, { mayCreate: true })
  await migrate(db)
  const season = findBundledSeason(2025)
  if (!season) throw new Error('There is no season 2025')
  await loadSeason(db, season)
  await switchSeason(db, 2025)
  return db
}

/** A database file of its own, for tests with several connections. */
export function makeFile() {
  const folder = mkdtempSync(join(tmpdir(), 'douze-compute-'))
  return { file: join(folder, 'douze.db'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export async function gameOf(db: Db) {
  const game = await findActiveGame(db)
  if (!game) throw new Error('There is no game')
  return game
}

export async function generationOf(db: Db): Promise<number> {
  const { publishedGeneration } = await gameOf(db)
  if (publishedGeneration === null) throw new Error('Nothing is published')
  return publishedGeneration
}

/** Entry ids by code as the reference writes them: lower case. */
export async function entryIdsByCode(db: Db): Promise<Map<string, number>> {
  const entries = await listEntries(db, (await gameOf(db)).id)
  return new Map(entries.map((entry) => [entry.code.toLowerCase(), entry.id]))
}

async function pick(db: Db, codes: readonly string[]): Promise<number[]> {
  const ids = await entryIdsByCode(db)
  return codes.map((code) => ids.get(code) ?? 0)
}

/** Stores a team with line-ups in the order of its countries, whatever it costs. Returns its id. */
export async function addTeam(
  db: Db,
  teamName: string,
  codes: readonly string[],
  rounds = [1, 2, 3],
): Promise<number> {
  const { id: gameId } = await gameOf(db)
  const managerId = await ensureManager(db, { issuer: 'test', subject: teamName, now: 1 })
  const entryIds = await pick(db, codes)
  const managerName = `Manager of ${teamName}`
  const teamId = await insertTeam(db, { gameId, managerId, teamName, managerName, entryIds, now: 1 })
  const lineups = rounds.map((roundNumber) => ({ roundNumber, entryIds, isAutomatic: true, savedAt: 1 }))
  await replaceLineups(db, teamId, lineups)
  await countTeamIn(db, gameId)
  return teamId
}

/** Stores a league with these members. Returns its id. */
export async function addLeague(db: Db, leagueName: string, teamIds: readonly number[]): Promise<number> {
  const { id: gameId } = await gameOf(db)
  const ownerId = await ensureManager(db, { issuer: 'test', subject: `owner of ${leagueName}`, now: 1 })
  const leagueId = await insertLeague(db, { gameId, ownerId, leagueName, inviteSecret: leagueName, now: 1 })
  for (const teamId of teamIds) await insertMembership(db, { leagueId, teamId, now: 1 })
  return leagueId
}

/** Saves points by code; every other country gets 0. */
export async function savePoints(db: Db, roundNumber: number, points: Record<string, number>): Promise<void> {
  const { id: gameId } = await gameOf(db)
  const ids = await entryIdsByCode(db)
  const scores = Object.entries(points).map(([code, value]) => ({
    entryId: ids.get(code) ?? 0,
    points: value,
  }))
  const saved = await saveRoundScores(db, { gameId, roundNumber, scores, expectedVersion: null, clock })
  if (!saved.ok) throw new Error(saved.problem)
}

/** Saves the real points of a round. */
export async function saveRealPoints(db: Db, roundNumber: 1 | 2 | 3): Promise<void> {
  await savePoints(db, roundNumber, reference.rawPoints[`${roundNumber}`])
}

/** Asks for a round's computation and returns its id. */
export async function askFor(db: Db, roundNumber: number): Promise<number> {
  const asked = await requestCompute(db, { gameId: (await gameOf(db)).id, roundNumber, clock })
  if (!asked.ok) throw new Error(asked.problem)
  return asked.computationId
}

export const noPause = async () => {}

/** Asks for a round and computes it at once. */
export async function compute(db: Db, roundNumber: number): Promise<void> {
  const computed = await runComputation(db, { id: await askFor(db, roundNumber), clock, pause: noPause })
  if (!computed.ok) throw new Error(await lastProblem(db))
}

async function lastProblem(db: Db): Promise<string> {
  const last = await db
    .selectFrom('computations')
    .select('problem')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.problem ?? 'The computation was not claimed'
}

/** Puts in `count` teams at once, all different in the countries they chose. */
export async function addManyTeams(db: Db, count: number): Promise<void> {
  const contest = await findActiveContest(db)
  if (!contest) throw new Error('There is no game')
  const first = Math.min(...contest.entries.map((entry) => entry.id))
  const six = [0, 7, 13, 18, 24, 30].map(
    (step) => sql`${sql.lit(first)} + (i * 5 + i / 37 * ${sql.lit(step)} + ${sql.lit(step)}) % 37`,
  )
  const series = sql`(with recursive series(i) as (select 1 union all select i + 1 from series where i < ${count}) select i from series)`
  const base = await db
    .selectFrom('managers')
    .select((row) => row.fn.max('id').as('id'))
    .executeTakeFirst()
  const shift = sql.lit(base?.id ?? 0)
  await sql`insert into managers (id, issuer, subject, created_at) select ${shift} + i, 'many', ${shift} + i, 1 from ${series}`.execute(
    db,
  )
  await sql`insert into teams (game_id, manager_id, team_name, manager_name, entry_1, entry_2, entry_3, entry_4, entry_5,
    entry_6, created_at, updated_at) select ${contest.id}, ${shift} + i, 'Team ' || i, 'M', ${sql.join(six)}, 1, 1 from ${series}`.execute(
    db,
  )
  await sql`insert into lineups (team_id, round_number, entry_1, entry_2, entry_3, entry_4, entry_5, entry_6,
    is_automatic, saved_at) select t.id, r.round_number, entry_1, entry_2, entry_3, entry_4, entry_5, entry_6, 1, 1
    from teams t join rounds r on r.game_id = t.game_id where t.manager_id > ${shift}`.execute(db)
  await sql`update games set team_count = team_count + ${count} where id = ${contest.id}`.execute(db)
}

import type { Place } from '#app/game/ranking.ts'
import type { Db } from './schema.server.ts'

/** One published set of results. Teams with an id above `lastTeamId` joined later and are unranked in it. */
export interface Generation {
  id: number
  gameId: number
  createdAt: number
  lastTeamId: number
  rankedTeams: number
  computedRounds: number
}

/** A row of the global ranking. It never holds a manager's name (D9). */
export interface RankedTeam {
  teamId: number
  teamName: string
  /** Null until the team has been part of a computation. */
  rank: number | null
  /** How many teams share the rank; 1 when nobody else does or there is no rank. */
  tied: number
  totalHundredths: number | null
}

/** A row of a league's table: its members may see the manager's name (D9). */
export interface RankedMember extends RankedTeam {
  managerName: string
}

/** Where one team stands among all. */
export interface Standing extends Place {
  totalHundredths: number
  rankedTeams: number
}

/** What one round was worth to one team. Ranks among all teams; `rank` is the one after this round (D10). */
export interface RoundResult {
  roundNumber: number
  scoreHundredths: number
  roundRank: number
  totalHundredths: number
  rank: number
}

interface Page {
  offset: number
  limit: number
}

/** A generation by number, or undefined for null and for one that is gone. */
export async function findGeneration(db: Db, generation: number | null): Promise<Generation | undefined> {
  if (generation === null) return undefined
  return db
    .selectFrom('generations')
    .select([
      'id',
      'game_id as gameId',
      'created_at as createdAt',
      'last_team_id as lastTeamId',
      'ranked_teams as rankedTeams',
      'computed_rounds as computedRounds',
    ])
    .where('id', '=', generation)
    .executeTakeFirst()
}

/** How many teams a season has: a stored count. */
export async function countTeams(db: Db, gameId: number): Promise<number> {
  const game = await db.selectFrom('games').select('team_count').where('id', '=', gameId).executeTakeFirst()
  return game?.team_count ?? 0
}

/**
 * A page of the global ranking (D5): the ranked by position, then those who joined since in joining order.
 * Before anything was computed all stand in joining order. The game names the generation, read once per request.
 */
export async function listRanking(
  db: Db,
  { game, offset, limit }: Page & { game: { id: number; publishedGeneration: number | null } },
): Promise<RankedTeam[]> {
  const generation = await findGeneration(db, game.publishedGeneration)
  const ranked = generation ? await rankedTeams(db, generation.id, { offset, limit }).execute() : []
  if (ranked.length === limit) return ranked
  const rest = { offset: Math.max(0, offset - (generation?.rankedTeams ?? 0)), limit: limit - ranked.length }
  const newcomers = unrankedTeams(db, { gameId: game.id, afterTeamId: generation?.lastTeamId ?? 0, ...rest })
  return [...ranked, ...(await newcomers.execute()).map(withoutRank)]
}

/** The ranked part of a page, as a query whose plan a test reads. */
export function rankedTeams(db: Db, generation: number, { offset, limit }: Page) {
  return db
    .selectFrom('standings')
    .innerJoin('teams', 'teams.id', 'standings.team_id')
    .select(['team_id as teamId', 'team_name as teamName', 'rank', 'tied', 'total_hundredths as totalHundredths'])
    .where('generation', '=', generation)
    .where('position', '>', offset)
    .orderBy('position')
    .limit(limit)
}

/** The unranked part of a page: teams after `afterTeamId` in joining order. */
export function unrankedTeams(
  db: Db,
  { gameId, afterTeamId, offset, limit }: Page & { gameId: number; afterTeamId: number },
) {
  return db
    .selectFrom('teams')
    .select(['id as teamId', 'team_name as teamName'])
    .where('game_id', '=', gameId)
    .where('id', '>', afterTeamId)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
}

function withoutRank<Row>(row: Row) {
  return { ...row, rank: null, tied: 1, totalHundredths: null }
}

/** Where a team stands among all, or undefined before it was part of a computation. */
export async function findStanding(
  db: Db,
  generation: number | null,
  teamId: number,
): Promise<Standing | undefined> {
  if (generation === null) return undefined
  return standingOf(db, generation, teamId).executeTakeFirst()
}

/** A team's own row, as a query whose plan a test reads. */
export function standingOf(db: Db, generation: number, teamId: number) {
  return db
    .selectFrom('standings')
    .innerJoin('generations', 'generations.id', 'standings.generation')
    .select(['position', 'rank', 'tied', 'total_hundredths as totalHundredths', 'ranked_teams as rankedTeams'])
    .where('generation', '=', generation)
    .where('team_id', '=', teamId)
}

/** The computed rounds of a team in order; empty before it was part of a computation. */
export async function listRoundResults(
  db: Db,
  generation: number | null,
  teamId: number,
): Promise<RoundResult[]> {
  if (generation === null) return []
  return roundResultsOf(db, generation, teamId).execute()
}

/** A team's computed rounds, as a query whose plan a test reads. */
export function roundResultsOf(db: Db, generation: number, teamId: number) {
  return db
    .selectFrom('round_results')
    .select([
      'round_number as roundNumber',
      'score_hundredths as scoreHundredths',
      'round_rank as roundRank',
      'total_hundredths as totalHundredths',
      'rank',
    ])
    .where('generation', '=', generation)
    .where('team_id', '=', teamId)
    .orderBy('round_number')
}

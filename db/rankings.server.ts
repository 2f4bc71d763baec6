import type { Place } from '#app/game/ranking.ts'
import type { EntryPoints } from '#app/game/scoring.ts'
import {
  countRowsUpTo,
  findLastPosition,
  findMemberBefore,
  findPositionBefore,
  listGaps,
} from './league-blocks.server.ts'
import {
  membersByJoining,
  type Page,
  rankedMembers,
  rankedTeams,
  roundResultsOf,
  standingOf,
  unrankedSpan,
  unrankedTeams,
} from './ranking-queries.server.ts'
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
  /** After the computed round before the last; null while there is none. */
  previousRank: number | null
}

/** A row of a league's table: its members may see the manager's name (D9). */
export interface RankedMember extends RankedTeam {
  managerName: string
}

/** Where one team stands among all. */
export interface Standing extends Place {
  totalHundredths: number
  rankedTeams: number
  /** After the computed round before the last; null while there is none. */
  previousRank: number | null
}

/** Where one member stands in a league. */
export type LeagueStanding = Omit<Standing, 'rankedTeams'>

/** What one round was worth to one team. Ranks among all teams; `rank` is the one after this round (D10). */
export interface RoundResult {
  roundNumber: number
  scoreHundredths: number
  roundRank: number
  totalHundredths: number
  rank: number
}

/** A generation by number, or undefined for null and for one that is gone. */
export async function findGeneration(db: Db, generation: number | null): Promise<Generation | undefined> {
  if (generation === null) return undefined
  const [found] = await generationOf(db, { generation })
  return found
}

const generationOf = (db: Db, values: { generation: number }) =>
  db
    .selectFrom('generations')
    .select([
      'id',
      'game_id as gameId',
      'created_at as createdAt',
      'last_team_id as lastTeamId',
      'ranked_teams as rankedTeams',
      'computed_rounds as computedRounds',
    ])
    .where('id', '=', values.generation)
    .execute()

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
  const ranked = generation ? await ranking(db, { generation: generation.id, offset, limit }) : []
  if (ranked.length === limit) return ranked
  const { rankedTeams: before, lastTeamId: afterTeamId } = generation ?? { rankedTeams: 0, lastTeamId: 0 }
  const rest = { gameId: game.id, afterTeamId, before, offset: Math.max(0, offset - before) }
  const start = await findStartOfUnranked(db, rest)
  const newcomers = unrankedTeams(db, { gameId: game.id, ...start, limit: limit - ranked.length })
  return [...ranked, ...(await newcomers.execute()).map(withoutRank)]
}

const ranking = (db: Db, values: { generation: number; offset: number; limit: number }) =>
  rankedTeams(db, values.generation, { offset: values.offset, limit: values.limit }).execute()

/**
 * Where a page of unranked teams begins. While no team was deleted the ids of a season have no holes and the place
 * is reckoned. With holes, or where teams of two seasons stand mixed, it is counted to through the index. `before`: how many
 * teams stand before the first of them.
 */
async function findStartOfUnranked(
  db: Db,
  {
    gameId,
    afterTeamId,
    before,
    offset,
  }: { gameId: number; afterTeamId: number; before: number; offset: number },
): Promise<{ afterTeamId: number; offset: number }> {
  const span = await unrankedSpan(db, { gameId, afterTeamId }).executeTakeFirst()
  if (!span || span.first === null || span.last === null) return { afterTeamId, offset }
  const hasHoles = span.last - span.first + 1 !== span.teams - before
  return hasHoles ? { afterTeamId, offset } : { afterTeamId: span.first - 1 + offset, offset: 0 }
}

function withoutRank<Row>(row: Row) {
  return { ...row, rank: null, tied: 1, totalHundredths: null, previousRank: null }
}

/** Where a team stands among all, or undefined before it was part of a computation. */
export async function findStanding(
  db: Db,
  generation: number | null,
  teamId: number,
): Promise<Standing | undefined> {
  if (generation === null) return undefined
  const [found] = await standing(db, { generation, teamId })
  return found
}

const standing = (db: Db, values: { generation: number; teamId: number }) =>
  standingOf(db, values.generation, values.teamId).execute()

/** The computed rounds of a team in order; empty before it was part of a computation. */
export async function listRoundResults(
  db: Db,
  generation: number | null,
  teamId: number,
): Promise<RoundResult[]> {
  if (generation === null) return []
  return roundResults(db, { generation, teamId })
}

const roundResults = (db: Db, values: { generation: number; teamId: number }) =>
  roundResultsOf(db, values.generation, values.teamId).execute()

/**
 * The points a round was computed from; empty when it is not computed. What a position earned is told from
 * these, so that it adds up to the round's score even while a correction waits for its computation.
 */
export async function listComputedPoints(
  db: Db,
  generation: number | null,
  roundNumber: number,
): Promise<EntryPoints[]> {
  if (generation === null) return []
  return db
    .selectFrom('generation_points')
    .select(['entry_id as entryId', 'points'])
    .where('generation', '=', generation)
    .where('round_number', '=', roundNumber)
    .execute()
}

/**
 * A page of a league's table: the ranked by position, then members who are not ranked yet in joining order
 * (of the game). The caller has made sure that the viewer is a member (D9).
 */
export async function listLeagueRanking(
  db: Db,
  { generation, leagueId, offset, limit }: Page & { generation: number | null; leagueId: number },
): Promise<RankedMember[]> {
  const found = await findGeneration(db, generation)
  if (!found) return listUnrankedMembers(db, { leagueId, afterTeamId: 0, offset, limit })
  const table = { generation: found.id, leagueId }
  const gaps = await listGaps(db, table)
  const rows = gaps.reduce((left, block) => left - block.gaps, await findLastPosition(db, table))
  const after = await findPositionBefore(db, { ...table, gaps, offset })
  const ranked = await rankedMembers(db, { ...table, after, limit }).execute()
  if (ranked.length === limit) return ranked
  // Whoever is in the table joined the game before all who are not: the offset goes on among all members.
  const rest = { offset: Math.max(offset, rows), limit: limit - ranked.length }
  const newcomers = await listUnrankedMembers(db, { leagueId, afterTeamId: found.lastTeamId, ...rest })
  return [...ranked, ...newcomers]
}

/** Where a member stands in its league; undefined while the member is not ranked. */
export async function findLeagueStanding(
  db: Db,
  { generation, leagueId, teamId }: { generation: number | null; leagueId: number; teamId: number },
): Promise<LeagueStanding | undefined> {
  if (generation === null) return undefined
  const standing = await db
    .selectFrom('league_standings')
    .select([
      'position',
      'rank',
      'tied',
      'total_hundredths as totalHundredths',
      'previous_rank as previousRank',
    ])
    .where('generation', '=', generation)
    .where('team_id', '=', teamId)
    .where('league_id', '=', leagueId)
    .executeTakeFirst()
  if (!standing) return undefined
  const position = await countRowsUpTo(db, { generation, leagueId, position: standing.position })
  return { ...standing, position }
}

/** Members by joining the game: a page of all of them, without those up to `afterTeamId`. */
async function listUnrankedMembers(
  db: Db,
  { leagueId, afterTeamId, offset, limit }: Page & { leagueId: number; afterTeamId: number },
): Promise<RankedMember[]> {
  const before = await findMemberBefore(db, leagueId, offset)
  const after = Math.max(afterTeamId, before)
  const rows = await membersByJoining(db, { leagueId, afterTeamId: after, limit }).execute()
  return rows.map(withoutRank)
}

import type { RawBuilder } from 'kysely'
import type { Db } from './schema.server.ts'

/** The queries behind db/rankings.server.ts, kept apart so that a test can read their plans. */

export interface Page {
  offset: number
  limit: number
}

/** A number, or where it will stand in a question that is built once. */
type Whole = number | RawBuilder<number>

/** The ranked part of a page. */
export function rankedTeams(db: Db, generation: Whole, { offset, limit }: Record<keyof Page, Whole>) {
  return db
    .selectFrom('standings')
    .innerJoin('teams', 'teams.id', 'standings.team_id')
    .innerJoin('generations', 'generations.id', 'standings.generation')
    .leftJoin('round_results as before', (join) =>
      join
        .onRef('before.generation', '=', 'standings.generation')
        .onRef('before.round_number', '=', 'generations.previous_round')
        .onRef('before.team_id', '=', 'standings.team_id'),
    )
    .select([
      'standings.team_id as teamId',
      'team_name as teamName',
      'standings.rank',
      'tied',
      'standings.total_hundredths as totalHundredths',
      'before.rank as previousRank',
    ])
    .where('standings.generation', '=', generation)
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

/** The ids between which the teams after `afterTeamId` stand, and how many teams the season has: one reading of all. */
export function unrankedSpan(db: Db, { gameId, afterTeamId }: { gameId: number; afterTeamId: number }) {
  const after = db.selectFrom('teams').where('game_id', '=', gameId).where('id', '>', afterTeamId)
  return db
    .selectFrom('games')
    .select([
      'team_count as teams',
      after.select((team) => team.fn.min('id').as('id')).as('first'),
      after.select((team) => team.fn.max('id').as('id')).as('last'),
    ])
    .where('id', '=', gameId)
}

/** A team's own row. */
export function standingOf(db: Db, generation: Whole, teamId: Whole) {
  return db
    .selectFrom('team_places as place')
    .innerJoin('standings', (join) =>
      join
        .onRef('standings.generation', '=', 'place.generation')
        .onRef('standings.position', '=', 'place.position'),
    )
    .innerJoin('generations', 'generations.id', 'standings.generation')
    .leftJoin('round_results as before', (join) =>
      join
        .onRef('before.generation', '=', 'standings.generation')
        .onRef('before.round_number', '=', 'generations.previous_round')
        .onRef('before.team_id', '=', 'standings.team_id'),
    )
    .select([
      'standings.position',
      'standings.rank',
      'tied',
      'standings.total_hundredths as totalHundredths',
      'ranked_teams as rankedTeams',
      'before.rank as previousRank',
    ])
    .where('place.generation', '=', generation)
    .where('place.team_id', '=', teamId)
}

/** A team's computed rounds. */
export function roundResultsOf(db: Db, generation: Whole, teamId: Whole) {
  return db
    .selectFrom('generations')
    .innerJoin('rounds', 'rounds.game_id', 'generations.game_id')
    .innerJoin('round_results as result', (join) =>
      join
        .onRef('result.generation', '=', 'generations.id')
        .onRef('result.round_number', '=', 'rounds.round_number')
        .on('result.team_id', '=', teamId),
    )
    .select([
      'result.round_number as roundNumber',
      'score_hundredths as scoreHundredths',
      'round_rank as roundRank',
      'result.total_hundredths as totalHundredths',
      'result.rank',
    ])
    .where('generations.id', '=', generation)
    .orderBy('rounds.round_number')
}

/** The ranked part of a league's page: what comes after a position. */
export function rankedMembers(
  db: Db,
  {
    generation,
    leagueId,
    after,
    limit,
  }: { generation: number; leagueId: number; after: number; limit: number },
) {
  return db
    .selectFrom('league_standings')
    .innerJoin('teams', 'teams.id', 'league_standings.team_id')
    .select([
      'team_id as teamId',
      'team_name as teamName',
      'manager_name as managerName',
      'rank',
      'tied',
      'total_hundredths as totalHundredths',
      'previous_rank as previousRank',
    ])
    .where('generation', '=', generation)
    .where('league_id', '=', leagueId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
}

/** Members of a league who joined the game after `afterTeamId`, in joining order. */
export function membersByJoining(
  db: Db,
  { leagueId, afterTeamId, limit }: { leagueId: number; afterTeamId: number; limit: number },
) {
  return db
    .selectFrom('memberships')
    .innerJoin('teams', 'teams.id', 'memberships.team_id')
    .select(['team_id as teamId', 'team_name as teamName', 'manager_name as managerName'])
    .where('memberships.league_id', '=', leagueId)
    .where('memberships.team_id', '>', afterTeamId)
    .orderBy('memberships.team_id')
    .limit(limit)
}

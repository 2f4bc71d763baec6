import { sql } from 'kysely'
import { ofRound } from './computing.server.ts'
import type { Db } from './schema.server.ts'

/** A batch: the rows of a working table whose number lies in (after, upTo]. */
export interface Batch {
  generation: number
  after: number
  upTo: number
}

/** Keeps the points a generation was computed from beside it. */
export async function copyPoints(held: Db, generation: number): Promise<void> {
  await sql`
    insert into generation_points (generation, round_number, entry_id, points)
    select ${generation}, round_number, entry_id, points from run_points`.execute(held)
}

/** Copies one round's results for teams by id. */
export async function copyRoundResults(held: Db, batch: Batch & { roundNumber: number }): Promise<void> {
  await sql`
    insert into round_results
      (generation, round_number, team_id, score_hundredths, round_rank, total_hundredths, rank)
    select ${batch.generation}, ${batch.roundNumber}, s.team_id, s.score, r.rank, s.total, t.rank
    from ${ofRound('run_scores', batch.roundNumber)} s
    join ${ofRound('run_score_ranks', batch.roundNumber)} r on r.score = s.score
    join ${ofRound('run_total_ranks', batch.roundNumber)} t on t.total = s.total
    where s.team_id > ${batch.after} and s.team_id <= ${batch.upTo}
    order by s.team_id`.execute(held)
}

/** Copies places of the global ranking by position. */
export async function copyStandings(held: Db, batch: Batch & { lastRound: number }): Promise<void> {
  await sql`
    insert into standings (generation, position, team_id, rank, tied, total_hundredths)
    select ${batch.generation}, p.position, p.team_id, t.rank, t.tied, p.total
    from run_places p
    join ${ofRound('run_total_ranks', batch.lastRound)} t on t.total = p.total
    where p.position > ${batch.after} and p.position <= ${batch.upTo}
    order by p.position`.execute(held)
}

/** Copies where each team stands, for teams by id. */
export async function copyTeamPlaces(held: Db, batch: Batch): Promise<void> {
  await sql`
    insert into team_places (generation, team_id, position)
    select ${batch.generation}, team_id, position from run_team_places
    where team_id > ${batch.after} and team_id <= ${batch.upTo}
    order by team_id`.execute(held)
}

/** Copies places in leagues by their running number. */
export async function copyLeagueStandings(held: Db, batch: Batch): Promise<void> {
  await sql`
    insert into league_standings
      (generation, league_id, position, team_id, rank, tied, total_hundredths, previous_rank)
    select ${batch.generation}, p.league_id, p.n - s.first_n + 1, p.team_id, r.first_n - s.first_n + 1, r.tied,
      p.total, b.rank
    from run_league_places p
    join run_league_starts s on s.league_id = p.league_id
    join run_league_ranks r on r.league_id = p.league_id and r.total = p.total
    left join run_league_previous_ranks b on b.league_id = p.league_id and b.total = p.previous_total
    where p.n > ${batch.after} and p.n <= ${batch.upTo}
    order by p.n`.execute(held)
}

/** A league whose members changed since the run copied them. */
export interface ChangedLeague {
  leagueId: number
  memberCount: number
  membersVersion: number
}

/** Leagues whose members changed since the run copied them, new ones included. */
export async function listChangedLeagues(held: Db, gameId: number): Promise<ChangedLeague[]> {
  const { rows } = await sql<ChangedLeague>`
    select l.id as "leagueId", l.member_count as "memberCount", l.members_version as "membersVersion"
    from leagues l left join run_leagues r on r.league_id = l.id
    where l.game_id = ${gameId} and (r.league_id is null or r.members_version <> l.members_version)
    order by l.id`.execute(held)
  return rows
}

/** Notes the version a league was caught up with: later changes are found against it. */
export async function updateKnownLeague(
  held: Db,
  { leagueId, membersVersion }: ChangedLeague,
): Promise<void> {
  await sql`
    insert into run_leagues (league_id, members_version) values (${leagueId}, ${membersVersion})
    on conflict (league_id) do update set members_version = excluded.members_version`.execute(held)
}

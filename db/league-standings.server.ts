import { sql } from 'kysely'
import { deleteGaps, recountGaps } from './league-blocks.server.ts'
import type { Db } from './schema.server.ts'

interface LeagueTable {
  generation: number
  leagueId: number
}

/** Counts a join or leave. A computation under way ranks the leagues again whose count moved (D11). */
export async function bumpMembersVersion(tx: Db, leagueId: number): Promise<void> {
  await tx
    .updateTable('leagues')
    .set((league) => ({ members_version: league('members_version', '+', 1) }))
    .where('id', '=', leagueId)
    .execute()
}

/** Deletes a league's table in a generation. */
export async function deleteTable(tx: Db, { generation, leagueId }: LeagueTable): Promise<void> {
  await deleteGaps(tx, { generation, leagueId })
  await tx
    .deleteFrom('league_standings')
    .where('generation', '=', generation)
    .where('league_id', '=', leagueId)
    .execute()
}

/** Ranks all members of a league again in a generation (D11): for leagues of up to 2,000. */
export async function rankLeagueAgain(tx: Db, { generation, leagueId }: LeagueTable): Promise<void> {
  await deleteTable(tx, { generation, leagueId })
  await sql`
    insert into league_standings
      (generation, league_id, position, team_id, rank, tied, total_hundredths, previous_rank)
    select s.generation, m.league_id, row_number() over (order by s.position), m.team_id,
      rank() over (order by s.rank), count(*) over (partition by s.rank), s.total_hundredths,
      case when b.rank is not null then rank() over (order by b.rank) end
    from memberships m
    join team_places p on p.generation = ${generation} and p.team_id = m.team_id
    join standings s on s.generation = p.generation and s.position = p.position
    join generations g on g.id = s.generation
    left join round_results b
      on b.generation = s.generation and b.round_number = g.previous_round and b.team_id = m.team_id
    where m.league_id = ${leagueId}`.execute(tx)
}

/**
 * Counts the rank of one newcomer to a large league and sets the row at its end; the others stand as of the
 * last computation (D11). A team that is unranked itself gets no row, and no movement is told: counting it
 * would read the whole league's results.
 */
export async function placeNewcomer(
  tx: Db,
  { generation, leagueId, teamId }: LeagueTable & { teamId: number },
): Promise<void> {
  await sql`
    insert into league_standings (generation, league_id, position, team_id, rank, tied, total_hundredths)
    select s.generation, ${leagueId}, coalesce(max(o.position), 0) + 1, s.team_id,
      1 + count(case when o.total_hundredths > s.total_hundredths then 1 end),
      1 + count(case when o.total_hundredths = s.total_hundredths then 1 end), s.total_hundredths
    from team_places p
    join standings s on s.generation = p.generation and s.position = p.position
    left join league_standings o on o.generation = s.generation and o.league_id = ${leagueId}
    where p.generation = ${generation} and p.team_id = ${teamId}
    group by s.generation, s.team_id, s.total_hundredths`.execute(tx)
}

/** Takes the row of one who left a large league away; the others stand as of the last computation (D11). */
export async function removeFromTable(
  tx: Db,
  { generation, leagueId, teamId }: LeagueTable & { teamId: number },
): Promise<void> {
  const gone = await tx
    .deleteFrom('league_standings')
    .where('generation', '=', generation)
    .where('league_id', '=', leagueId)
    .where('team_id', '=', teamId)
    .returning('position')
    .executeTakeFirst()
  if (gone) await recountGaps(tx, { generation, leagueId, position: gone.position })
}

/** Rows of a league's table whose team is no member any more. */
export async function listGoneMembers(tx: Db, { generation, leagueId }: LeagueTable): Promise<number[]> {
  const rows = await tx
    .selectFrom('league_standings as s')
    .select('s.team_id')
    .where('s.generation', '=', generation)
    .where('s.league_id', '=', leagueId)
    .where((s) => s.not(s.exists(memberOf(tx))))
    .execute()
  return rows.map((row) => row.team_id)
}

function memberOf(tx: Db) {
  return tx
    .selectFrom('memberships as m')
    .select('m.team_id')
    .where('m.league_id', '=', sql.ref<number>('s.league_id'))
    .where('m.team_id', '=', sql.ref<number>('s.team_id'))
}

/** Members that a league's table does not hold, though they are ranked among all. */
export async function listMissingMembers(tx: Db, { generation, leagueId }: LeagueTable): Promise<number[]> {
  const { rows } = await sql<{ team_id: number }>`
    select m.team_id from memberships m
    where m.league_id = ${leagueId}
      and m.team_id <= (select last_team_id from generations where id = ${generation})
      and not exists (
        select 1 from league_standings s
        where s.generation = ${generation} and s.league_id = m.league_id and s.team_id = m.team_id
      )
    order by m.team_id`.execute(tx)
  return rows.map((row) => row.team_id)
}

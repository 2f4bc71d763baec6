import type { Db } from './schema.server.ts'
import { fromSix, toSix } from './six.server.ts'

/** Some thousand rows at a time: as objects they take a few megabytes, and the database answers others in between. */
const pageSize = 10_000

/** The ids of a season's teams after one of them, ascending: in joining order. */
export async function* listTeamIds(
  db: Db,
  { gameId, after = 0 }: { gameId: number; after?: number },
): AsyncGenerator<number[]> {
  for (let last = after; ; ) {
    const rows = await db
      .selectFrom('teams')
      .select('id')
      .where('game_id', '=', gameId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
      .execute()
    const end = rows.at(-1)
    if (!end) return
    last = end.id
    yield rows.map((row) => row.id)
  }
}

/** One line-up as it is read into a column. */
export interface LineupRow {
  teamId: number
  roundNumber: number
  entryIds: readonly number[]
}

/** The line-ups of some rounds, of the teams up to one, in order of team. Teams of other seasons are among them. */
export async function* listLineupRows(
  db: Db,
  { roundNumbers, from, upTo }: { roundNumbers: readonly number[]; from: number; upTo: number },
): AsyncGenerator<LineupRow[]> {
  for (let next = from; next <= upTo; ) {
    const end = Math.min(upTo, next + pageSize - 1)
    const rows = await db
      .selectFrom('lineups')
      .select(['team_id', 'round_number', 'entry_1', 'entry_2', 'entry_3', 'entry_4', 'entry_5', 'entry_6'])
      .where('team_id', '>=', next)
      .where('team_id', '<=', end)
      .where('round_number', 'in', roundNumbers)
      .orderBy('team_id')
      .execute()
    yield rows.map((row) => ({
      teamId: row.team_id,
      roundNumber: row.round_number,
      entryIds: fromSix(row),
    }))
    next = end + 1
  }
}

/** An automatic line-up with the order of its team. */
export interface AutomaticRow {
  teamId: number
  entryIds: readonly number[]
  teamEntryIds: readonly number[]
}

/** The next automatic line-ups of a round in a season, in order of team. */
export async function listAutomaticRows(
  db: Db,
  {
    gameId,
    roundNumber,
    after,
    limit,
  }: { gameId: number; roundNumber: number; after: number; limit: number },
): Promise<AutomaticRow[]> {
  const rows = await db
    .selectFrom('teams')
    .innerJoin('lineups', (join) =>
      join.onRef('lineups.team_id', '=', 'teams.id').on('lineups.round_number', '=', roundNumber),
    )
    .selectAll('teams')
    .select(['lineups.entry_1 as first', 'lineups.entry_2 as second', 'lineups.entry_3 as third'])
    .select(['lineups.entry_4 as fourth', 'lineups.entry_5 as fifth', 'lineups.entry_6 as sixth'])
    .where('teams.game_id', '=', gameId)
    .where('teams.id', '>', after)
    .where('is_automatic', '=', 1)
    .orderBy('teams.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    teamId: row.id,
    entryIds: [row.first, row.second, row.third, row.fourth, row.fifth, row.sixth],
    teamEntryIds: fromSix(row),
  }))
}

/** Stores the order of an automatic line-up. Belongs in a transaction. */
export async function updateAutomaticLineup(
  tx: Db,
  { teamId, roundNumber, entryIds }: LineupRow,
): Promise<void> {
  await tx
    .updateTable('lineups')
    .set(toSix(entryIds))
    .where('team_id', '=', teamId)
    .where('round_number', '=', roundNumber)
    .where('is_automatic', '=', 1)
    .execute()
}

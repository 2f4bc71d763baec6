import { sql } from 'kysely'
import { parseNumberList, selectIds } from '#db/number-list.server.ts'
import type { Db } from '#db/schema.server.ts'
import { entryColumns, fromEntryColumns } from './entry-columns.server.ts'

/**
 * Rows per page. A page is read as one text: with an object per row, three million rows take some four times as long.
 */
const pageSize = 10_000

/** The ids of a season's teams after one of them, ascending, which is joining order. */
export async function* listTeamIds(
  db: Db,
  { gameId, after = 0 }: { gameId: number; after?: number },
): AsyncGenerator<Int32Array> {
  for (let last = after; ; ) {
    const page = db
      .selectFrom('teams')
      .select('id')
      .where('game_id', '=', gameId)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageSize)
    const ids = await selectIds(db, page)
    const end = ids.at(-1)
    if (end === undefined) return
    last = end
    yield ids
  }
}

/** Numbers per row of `listLineupRows`: team, round and six entries. */
export const numbersPerLineup = 8

const lineupNumbersSql = sql<string>`team_id || ',' || round_number || ',' || entry_1 || ',' || entry_2
  || ',' || entry_3 || ',' || entry_4 || ',' || entry_5 || ',' || entry_6`

/**
 * The line-ups of some rounds, of the teams up to one: `numbersPerLineup` each, unordered within a page, with teams
 * of other seasons among them.
 */
export async function* listLineupRows(
  db: Db,
  { roundNumbers, from, upTo }: { roundNumbers: readonly number[]; from: number; upTo: number },
): AsyncGenerator<Int32Array> {
  for (let next = from; next <= upTo; next += pageSize) {
    const row = await db
      .selectFrom('lineups')
      .select(sql<string | null>`string_agg(${lineupNumbersSql}, ',')`.as('numbers'))
      .where('team_id', '>=', next)
      .where('team_id', '<=', Math.min(upTo, next + pageSize - 1))
      .where('round_number', 'in', roundNumbers)
      .executeTakeFirst()
    yield parseNumberList(row?.numbers)
  }
}

/** An automatic line-up with its team's countries. */
export interface AutomaticRow {
  teamId: number
  entryIds: readonly number[]
  teamEntryIds: readonly number[]
}

const automaticPageSize = 2_000

/** The automatic line-ups of a round in a season, by team, some thousand at a time. */
export async function* listAutomaticRows(
  db: Db,
  { gameId, roundNumber }: { gameId: number; roundNumber: number },
): AsyncGenerator<AutomaticRow[]> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('teams')
      .innerJoin('lineups', (join) =>
        join.onRef('lineups.team_id', '=', 'teams.id').on('lineups.round_number', '=', roundNumber),
      )
      .select(['teams.id', ...entryColumns.map((column) => `teams.${column}` as const)])
      .select(['lineups.entry_1 as first', 'lineups.entry_2 as second', 'lineups.entry_3 as third'])
      .select(['lineups.entry_4 as fourth', 'lineups.entry_5 as fifth', 'lineups.entry_6 as sixth'])
      .where('teams.game_id', '=', gameId)
      .where('teams.id', '>', after)
      .where('is_automatic', '=', 1)
      .orderBy('teams.id')
      .limit(automaticPageSize)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    yield rows.map((row) => ({
      teamId: row.id,
      entryIds: [row.first, row.second, row.third, row.fourth, row.fifth, row.sixth],
      teamEntryIds: fromEntryColumns(row),
    }))
  }
}

/** Updates some automatic line-ups of a round, a few hundred at most. Call inside a transaction. */
export async function updateAutomaticLineups(
  tx: Db,
  { roundNumber, orders }: { roundNumber: number; orders: readonly Omit<AutomaticRow, 'teamEntryIds'>[] },
): Promise<void> {
  const values = orders.map(({ teamId, entryIds }) => sql`(${sql.join([teamId, ...entryIds].map(sql.lit))})`)
  await sql`
    with orders (id, e1, e2, e3, e4, e5, e6) as (values ${sql.join(values)})
    update lineups
    set entry_1 = e1, entry_2 = e2, entry_3 = e3, entry_4 = e4, entry_5 = e5, entry_6 = e6
    from orders
    where team_id = id and round_number = ${roundNumber} and is_automatic = 1`.execute(tx)
}

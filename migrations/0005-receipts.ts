import { type Kysely, sql } from 'kysely'
import { type Words, wordsOf } from './words.ts'

/**
 * Receipts: what a manager saved, for which rounds, and when. They are copies, not references: a country or a round
 * that the season corrects later does not change what was saved. And how often a deadline was corrected, for calendars.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of listStatements(wordsOf(db))) await sql.raw(statement).execute(db)
  await sql`update rounds set revised_at = ${Date.now()}`.execute(db)
}

const listStatements = ({ id, instant }: Words) => [
  `create table receipts (
    id ${id},
    manager_id integer not null references managers(id) on delete cascade,
    game_id integer not null references games(id),
    kind text not null check (kind in ('team', 'line-up', 'refit')),
    team_name text,
    round_numbers text not null,
    codes text not null,
    saved_at ${instant} not null
  )`,
  `create index receipts_newest_first on receipts (manager_id, game_id, id)`,
  // Which receipt tells of the order in force; null for what was saved before there were receipts.
  `alter table lineups add column receipt_id integer references receipts(id)`,
  `alter table teams add column receipt_id integer references receipts(id)`,

  `alter table rounds add column revision integer not null default 0`,
  `alter table rounds add column revised_at ${instant} not null default 0`,
]

import { type Kysely, sql } from 'kysely'
import { wordsOf } from './words.ts'

/** The links by which a television shows a league's table: one a league, made by its owner. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table league_screens (
    league_id integer primary key references leagues(id) on delete cascade,
    secret text not null unique,
    shows_invite integer not null default 0 check (shows_invite in (0, 1)),
    made_at ${wordsOf(db).instant} not null
  )`,
    )
    .execute(db)
}

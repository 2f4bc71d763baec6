import { sql } from 'kysely'
import type { SeasonEntry, SeasonRound, SeasonSettings } from '#app/game/season/season-file.ts'
import type { Db } from '#db/schema.server.ts'
import { selectEntries } from './entries.server.ts'
import { gameColumns, toGame } from './games.server.ts'
import { listRounds } from './rounds.server.ts'

/** A stored season, active or not. */
export type StoredSeason = NonNullable<Awaited<ReturnType<typeof findSeason>>>

/** A row of the list of seasons. */
export type SeasonRow = Awaited<ReturnType<typeof listSeasons>>[number]

/** The stored season of a year; undefined before it was loaded. */
export async function findSeason(db: Db, year: number) {
  const row = await db
    .selectFrom('games')
    .select([...gameColumns, 'is_active'])
    .where('year', '=', year)
    .executeTakeFirst()
  if (!row) return undefined
  const { is_active, ...game } = row
  return {
    ...toGame(game),
    isActive: is_active === 1,
    rounds: await listRounds(db, game.id),
    entries: await selectEntries(db, game.id)
      .select(['final_running_order as finalRunningOrder', 'previous_place as previousPlace'])
      .orderBy('id')
      .execute(),
  }
}

/** All seasons by year. */
export async function listSeasons(db: Db) {
  const rows = await db
    .selectFrom('games')
    .select(['year', 'host_city as hostCity', 'is_active', 'team_count as teamCount'])
    .orderBy('year')
    .execute()
  return rows.map(({ is_active, ...row }) => ({ ...row, isActive: is_active === 1 }))
}

/** Upserts the season's own row; a new year becomes a new, inactive game. Returns its id. */
export async function replaceGame(db: Db, season: SeasonSettings): Promise<number> {
  const row = {
    year: season.year,
    host_city: season.hostCity,
    host_country: season.hostCountry,
    time_zone: season.timeZone,
    lineup_percentages: season.lineupPercentages.join(','),
    budget_tenths: season.budgetTenths,
    team_size: season.teamSize,
    league_limit: season.leagueLimit,
    concluded_at: season.concludedAt,
  }
  const { id } = await db
    .insertInto('games')
    .values(row)
    .onConflict((conflict) => conflict.column('year').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Upserts a round of a season; its scores and results stay. A new title or deadline increases the revision for
 * calendars. `now`: system clock, epoch ms.
 */
export async function replaceRound(db: Db, gameId: number, round: SeasonRound, now: number): Promise<void> {
  const row = { title: round.title, kind: round.kind, deadline_at: round.deadlineAt }
  const isRevised = sql<boolean>`(rounds.title <> ${row.title} or rounds.deadline_at <> ${row.deadline_at})`
  const revised = {
    revision: sql<number>`case when ${isRevised} then rounds.revision + 1 else rounds.revision end`,
    revised_at: sql<number>`case when ${isRevised} then ${now} else rounds.revised_at end`,
  }
  await db
    .insertInto('rounds')
    .values({ ...row, game_id: gameId, round_number: round.roundNumber, revised_at: now })
    .onConflict((conflict) =>
      conflict.columns(['game_id', 'round_number']).doUpdateSet({ ...row, ...revised }),
    )
    .execute()
}

/** Upserts an entry of a season; an entry's id is stable while its code is unchanged. */
export async function replaceEntry(db: Db, gameId: number, entry: SeasonEntry): Promise<void> {
  const row = {
    game_id: gameId,
    code: entry.code,
    country: entry.country,
    artist: entry.artist,
    song: entry.song,
    price_tenths: entry.priceTenths,
    semi_final: entry.semiFinal,
    semi_running_order: entry.semiRunningOrder,
    final_running_order: entry.finalRunningOrder,
    previous_place: entry.previousPlace,
    image_url: entry.imageUrl,
    youtube_id: entry.youtubeId,
    extra_info: entry.extraInfo,
  }
  await db
    .insertInto('entries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['game_id', 'code']).doUpdateSet(row))
    .execute()
}

/** Deletes a round of a season. Fails when it has scores. */
export async function deleteRound(db: Db, gameId: number, roundNumber: number): Promise<void> {
  await db
    .deleteFrom('rounds')
    .where('game_id', '=', gameId)
    .where('round_number', '=', roundNumber)
    .execute()
}

/** Deletes an entry of a season. Fails when a team, line-up or score uses it. */
export async function deleteEntry(db: Db, gameId: number, code: string): Promise<void> {
  await db.deleteFrom('entries').where('game_id', '=', gameId).where('code', '=', code).execute()
}

/** Makes one season the only active one. False when that year was never loaded. */
export async function updateActiveSeason(db: Db, year: number): Promise<boolean> {
  await db.updateTable('games').set({ is_active: 0 }).where('year', '!=', year).execute()
  const result = await db
    .updateTable('games')
    .set({ is_active: 1 })
    .where('year', '=', year)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

import { sql } from 'kysely'
import type { Season, SeasonEntry, SeasonRound, SeasonSettings } from '#app/game/season/season-file.ts'
import type { Db } from '#db/schema.server.ts'
import { listRounds } from './rounds.server.ts'

/** A stored season, with the data that restricts changes to it. */
export interface StoredSeason extends Season {
  gameId: number
  isActive: boolean
  teamCount: number
  /** Computed rounds: their start and kind are final. */
  computedRounds: readonly number[]
}

/** A row of the list of seasons. */
export interface SeasonRow {
  year: number
  hostCity: string
  isActive: boolean
  teamCount: number
}

/** The stored season of a year; undefined before it was loaded. */
export async function findSeason(db: Db, year: number): Promise<StoredSeason | undefined> {
  const game = await db.selectFrom('games').selectAll().where('year', '=', year).executeTakeFirst()
  if (!game) return undefined
  const rounds = await listRounds(db, game.id)
  return {
    gameId: game.id,
    isActive: game.is_active === 1,
    teamCount: game.team_count,
    year: game.year,
    hostCity: game.host_city,
    hostCountry: game.host_country,
    timeZone: game.time_zone,
    lineupPercentages: game.lineup_percentages.split(',').map(Number),
    budgetTenths: game.budget_tenths,
    teamSize: game.team_size,
    leagueLimit: game.league_limit,
    concludedAt: game.concluded_at,
    rounds: rounds.map(({ roundNumber, title, kind, deadlineAt }) => ({
      roundNumber,
      title,
      kind,
      deadlineAt,
    })),
    computedRounds: rounds.filter((round) => round.computedAt !== null).map((round) => round.roundNumber),
    entries: await listSeasonEntries(db, game.id),
  }
}

/** All seasons by year. */
export async function listSeasons(db: Db): Promise<SeasonRow[]> {
  const rows = await db
    .selectFrom('games')
    .select(['year', 'host_city as hostCity', 'is_active', 'team_count as teamCount'])
    .orderBy('year')
    .execute()
  return rows.map(({ is_active, ...row }) => ({ ...row, isActive: is_active === 1 }))
}

/** Upserts the season's own row; a new year becomes a new, inactive game. Returns its id. */
export async function replaceGame(db: Db, facts: SeasonSettings): Promise<number> {
  const row = gameRow(facts)
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
  const row = entryRow(gameId, entry)
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

async function listSeasonEntries(db: Db, gameId: number): Promise<SeasonEntry[]> {
  return db
    .selectFrom('entries')
    .select([
      'code',
      'country',
      'artist',
      'song',
      'price_tenths as priceTenths',
      'semi_final as semiFinal',
      'image_url as imageUrl',
      'youtube_id as youtubeId',
      'extra_info as extraInfo',
    ])
    .where('game_id', '=', gameId)
    .orderBy('id')
    .execute()
}

function gameRow(facts: SeasonSettings) {
  return {
    year: facts.year,
    host_city: facts.hostCity,
    host_country: facts.hostCountry,
    time_zone: facts.timeZone,
    lineup_percentages: facts.lineupPercentages.join(','),
    budget_tenths: facts.budgetTenths,
    team_size: facts.teamSize,
    league_limit: facts.leagueLimit,
    concluded_at: facts.concludedAt,
  }
}

function entryRow(gameId: number, entry: SeasonEntry) {
  return {
    game_id: gameId,
    code: entry.code,
    country: entry.country,
    artist: entry.artist,
    song: entry.song,
    price_tenths: entry.priceTenths,
    semi_final: entry.semiFinal,
    image_url: entry.imageUrl,
    youtube_id: entry.youtubeId,
    extra_info: entry.extraInfo,
  }
}

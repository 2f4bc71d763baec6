import { toCalendarDay } from '#app/game/time/instant.ts'

/** Today for the news: game time in the season's zone (docs/product.md, 'API responses'); UTC without a season. */
export function todayOf(now: number, game: { timeZone: string } | undefined): string {
  return toCalendarDay(now, game?.timeZone ?? 'UTC')
}

import { toCalendarDay } from '#app/game/time/instant.ts'
import type { Game } from './contest.ts'
import { hasConcluded } from './round.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * When the public pages next change without a write: a new day publishes articles, the season ends, and the demo bar
 * shows the minute. Game time, epoch ms.
 */
export function findNextPublicChangeAt(
  now: number,
  { game, isDemo }: { game: Pick<Game, 'timeZone' | 'concludedAt'> | undefined; isDemo: boolean },
): number {
  const nextMinute = now - (now % minute) + minute
  const day = findNextDayAt(now, game?.timeZone ?? 'UTC')
  const end = game && !hasConcluded(game, now) ? game.concludedAt : Number.POSITIVE_INFINITY
  return Math.min(day, end, isDemo ? nextMinute : Number.POSITIVE_INFINITY)
}

/** The start of the next calendar day in a zone, by search, because days have 23 to 25 hours. Epoch ms. */
export function findNextDayAt(now: number, timeZone: string): number {
  const today = toCalendarDay(now, timeZone)
  let [same, other] = [now, now + 26 * hour]
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2)
    if (toCalendarDay(middle, timeZone) === today) same = middle
    else other = middle
  }
  return other
}

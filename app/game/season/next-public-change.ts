import { findNextDayAt } from '#app/game/time/instant.ts'
import type { Contest } from './contest.ts'
import { findNextRound, hasConcluded } from './round.ts'

const minute = 60_000

/**
 * When the public pages next change without a write: a new day publishes articles, a deadline closes the teams, the season
 * ends, and the demo bar shows the minute. Game time, epoch ms.
 */
export function findNextPublicChangeAt(
  now: number,
  {
    game,
    isDemo,
  }: { game: Pick<Contest, 'timeZone' | 'concludedAt' | 'rounds'> | undefined; isDemo: boolean },
): number {
  const nextMinute = now - (now % minute) + minute
  const day = findNextDayAt(now, game?.timeZone ?? 'UTC')
  const end = game && !hasConcluded(game, now) ? game.concludedAt : Number.POSITIVE_INFINITY
  const deadline = findNextRound(game?.rounds ?? [], now)?.deadlineAt ?? Number.POSITIVE_INFINITY
  return Math.min(day, deadline, end, isDemo ? nextMinute : Number.POSITIVE_INFINITY)
}

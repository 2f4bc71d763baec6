import type { Game, Round } from './contest.ts'
import { findLastRound, findNextRound, hasConcluded, hasShowEnded, isOpen } from './round.ts'
import { nameRound } from './round-name.ts'

type Timing = Pick<Round, 'title' | 'deadlineAt' | 'computedAt'>

/**
 * The phases of a season:
 * - `before`: no show has begun;
 * - `on-air`: the last show began less than four hours ago, and its results are not computed;
 * - `waiting`: the last show is over, its results are not computed;
 * - `open`: the last show's results are computed, and another round is open;
 * - `results-in`: the final's results are computed;
 * - `concluded`: the game's end has passed, as the banner says (D12).
 */
export type PhaseName = 'before' | 'open' | 'on-air' | 'waiting' | 'results-in' | 'concluded'

export interface SeasonPhase<R> {
  name: PhaseName
  /** The show that began last; undefined before the first. */
  last: R | undefined
  /** The next round whose line-ups can still change; undefined after the final's deadline. */
  next: R | undefined
}

/**
 * The phase of a season, the source of all texts about it (spec 4, D7). `now`: game time, epoch ms.
 */
export function findSeasonPhase<R extends Timing>(
  { rounds, concludedAt }: Pick<Game, 'concludedAt'> & { rounds: readonly R[] },
  now: number,
): SeasonPhase<R> {
  const last = findLastRound(rounds, now)
  const next = findNextRound(rounds, now)
  const name = hasConcluded({ concludedAt }, now) ? 'concluded' : decidePhase(last, next, now)
  return { name, last, next }
}

function decidePhase(last: Timing | undefined, next: Timing | undefined, now: number): PhaseName {
  if (!last) return 'before'
  if (last.computedAt !== null) return next ? 'open' : 'results-in'
  return hasShowEnded(last, now) ? 'waiting' : 'on-air'
}

/** What became of the last show, in one sentence; null while one is on the air, and while only the next deadline matters. */
export function describePhase({ name, last }: SeasonPhase<Pick<Round, 'title'>>): string | null {
  if (!last) return null
  switch (name) {
    case 'waiting':
      return `The ${nameRound(last.title)}'s results are not out yet.`
    case 'open':
    case 'results-in':
      return `The ${nameRound(last.title)}'s results are out.`
    default:
      return null
  }
}

/** The rounds that a manager has missed who joins now (D7). */
export interface MissedRounds {
  /** In one sentence. */
  text: string
  lastMissedRound: number
}

/** What a team that is saved now has missed, and that it is locked (D7); null where no show has begun, and once all have. */
export function describeLateJoin(rounds: Parameters<typeof findMissedRounds>[0], now: number): string | null {
  const missed = findMissedRounds(rounds, now)
  return missed && `${missed.text} A team that you save now is locked at once.`
}

/** What a manager who joins now has missed; null before the first deadline and after the last. `now`: game time, epoch ms. */
export function findMissedRounds(
  rounds: readonly Pick<Round, 'title' | 'roundNumber' | 'deadlineAt'>[],
  now: number,
): MissedRounds | null {
  const missed = rounds.filter((round) => !isOpen(round, now))
  const last = missed.at(-1)
  if (!last || missed.length === rounds.length) return null
  const titles = missed.map(({ title }) => `the ${nameRound(title)}`)
  return {
    text: `You missed ${titles.join(' and ')}, so you have no points from there.`,
    lastMissedRound: last.roundNumber,
  }
}

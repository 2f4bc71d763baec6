import type { Game, Round } from './contest.ts'

type Deadline = Pick<Round, 'deadlineAt'>

/** Open means now < deadline; at the deadline it is closed (D6). Instants in epoch ms. */
export function isOpen(round: Deadline, now: number): boolean {
  return now < round.deadlineAt
}

/** The longest duration of a show, from its deadline, in ms. */
const longestShowMs = 4 * 60 * 60 * 1000

/** Whether a show is over, by the longest that one lasts. */
export function hasShowEnded(round: Deadline, now: number): boolean {
  return now >= round.deadlineAt + longestShowMs
}

/** The first round with a deadline in the future (spec 4), or undefined after the final's. */
export function findNextRound<R extends Deadline>(rounds: readonly R[], now: number): R | undefined {
  return rounds.find((round) => isOpen(round, now))
}

/** The round whose deadline passed last (docs/product.md, 'API responses'), or undefined before the first. */
export function findLastRound<R extends Deadline>(rounds: readonly R[], now: number): R | undefined {
  return rounds.filter((round) => !isOpen(round, now)).at(-1)
}

/** The round that closed last, while its results are not official: the live page is about it (D34). */
export function findLiveRound<R extends Deadline & Pick<Round, 'computedAt'>>(
  rounds: readonly R[],
  now: number,
): R | undefined {
  const last = findLastRound(rounds, now)
  return last?.computedAt === null ? last : undefined
}

/** afterFirstRoundStarted of spec 3. */
export function hasFirstRoundStarted(rounds: readonly Deadline[], now: number): boolean {
  return rounds.some((round) => !isOpen(round, now))
}

/** afterFinalRoundStarted of spec 3: no round is open any more. */
export function hasFinalRoundStarted(rounds: readonly Deadline[], now: number): boolean {
  return rounds.length > 0 && rounds.every((round) => !isOpen(round, now))
}

/** Whether the season is over, by the game's own instant (D12). */
export function hasConcluded(game: Pick<Game, 'concludedAt'>, now: number): boolean {
  return now >= game.concludedAt
}

/**
 * Whether a manager may save a team (D7): with a team until the first round's deadline, without one until the final's, as
 * a late join.
 */
export function isChangeAllowed(rounds: readonly Deadline[], hasTeam: boolean, now: number): boolean {
  return hasTeam ? !hasFirstRoundStarted(rounds, now) : findNextRound(rounds, now) !== undefined
}

/** The round that an admin works on: that of `roundParam`, else the last one past its deadline, else the first. */
export function findDeskRound<R extends Deadline & Pick<Round, 'roundNumber'>>(
  rounds: readonly R[],
  roundParam: string | null,
  now: number,
): R | undefined {
  if (roundParam !== null) return rounds.find((round) => String(round.roundNumber) === roundParam)
  return findLastRound(rounds, now) ?? rounds[0]
}

/** Whether a country without points in a round may still get some, as in a semi-final that is not official: it has none then, not 0. */
export function isZeroOpen({ kind, computedAt }: Pick<Round, 'kind' | 'computedAt'>): boolean {
  return kind === 'semi-final' && computedAt === null
}

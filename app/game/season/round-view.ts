import type { FormattedInstant } from '#app/game/time/instant.ts'
import type { Round } from './contest.ts'
import { findNextRound, isOpen } from './round.ts'

/** A round for pages. */
export interface RoundView {
  roundNumber: number
  title: string
  deadline: FormattedInstant
  isOpen: boolean
  /** Whether its deadline is the next one. */
  isNext: boolean
  isScored: boolean
}

interface RoundViewContext {
  contest: { rounds: readonly Round[] }
  /** Game time, epoch ms. */
  now: number
  print: (at: number) => FormattedInstant
}

/** A round as it is at this time, for pages. */
export function toRoundView(round: Round, { contest, now, print }: RoundViewContext): RoundView {
  return {
    roundNumber: round.roundNumber,
    title: round.title,
    deadline: print(round.deadlineAt),
    isOpen: isOpen(round, now),
    isNext: findNextRound(contest.rounds, now) === round,
    isScored: round.computedAt !== null,
  }
}

/** A round's short name, for a column or an axis. */
export function toShortTitle({ kind, roundNumber }: Pick<Round, 'kind' | 'roundNumber'>): string {
  return kind === 'final' ? 'Final' : `Semi ${roundNumber}`
}

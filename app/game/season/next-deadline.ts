import type { FormattedInstant } from '#app/game/time/instant.ts'
import type { Round } from './contest.ts'
import { findNextRound } from './round.ts'

/** When the next round closes, ready to be shown (D6, D19). */
export interface NextDeadlineView {
  roundTitle: string
  deadline: FormattedInstant
  /** How long the round was open still when the server said so, in ms: the browser counts on from here. */
  remainingMs: number
  /** Whether the page goes away at the deadline: then it is not asked for again, which would take its draft along. */
  closesPage: boolean
}

interface NextDeadlineParams {
  rounds: readonly Pick<Round, 'title' | 'deadlineAt'>[]
  /** Game time, epoch ms. */
  now: number
  print: (at: number) => FormattedInstant
  endsPage?: boolean
}

/** The next round's deadline (spec 4), or null after the final's. */
export function toNextDeadlineView({
  rounds,
  now,
  print,
  endsPage = false,
}: NextDeadlineParams): NextDeadlineView | null {
  const next = findNextRound(rounds, now)
  if (!next) return null
  const { title, deadlineAt } = next
  return {
    roundTitle: title,
    deadline: print(deadlineAt),
    remainingMs: deadlineAt - now,
    closesPage: endsPage,
  }
}

import type { FormattedInstant } from '#app/game/time/instant.ts'
import type { Round } from './contest.ts'
import { findNextRound } from './round.ts'

/** The next deadline for pages (D6, D19). */
export interface NextDeadlineView {
  roundTitle: string
  deadline: FormattedInstant
  /** Time left at rendering, in ms: the browser counts down from here. */
  remainingMs: number
  /** Whether the page is unavailable after the deadline: then it is not revalidated, which would lose its draft. */
  closesPage: boolean
}

interface NextDeadlineParams {
  contest: { rounds: readonly Pick<Round, 'title' | 'deadlineAt'>[] }
  /** Game time, epoch ms. */
  now: number
  print: (at: number) => FormattedInstant
}

/** The next round's deadline (spec 4), or null after the final's. */
export function toNextDeadlineView(
  { contest, now, print }: NextDeadlineParams,
  closesPage = false,
): NextDeadlineView | null {
  const next = findNextRound(contest.rounds, now)
  if (!next) return null
  const { title, deadlineAt } = next
  return { roundTitle: title, deadline: print(deadlineAt), remainingMs: deadlineAt - now, closesPage }
}

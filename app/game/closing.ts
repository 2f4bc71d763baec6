import type { Round } from './contest.ts'
import type { ShownInstant } from './instant.ts'
import { findNextRound } from './round.ts'

/** When the next round closes, ready to be shown (D6, D19). */
export interface Closing {
  roundTitle: string
  deadline: ShownInstant
  /** How long the round was open still when the server said so, in ms: the browser counts on from here. */
  remainingMs: number
  /** Whether the page goes away at the deadline: then it is not asked for again, which would take its draft along. */
  endsPage: boolean
}

interface Asked {
  rounds: readonly Pick<Round, 'title' | 'deadlineAt'>[]
  /** Game time, epoch ms. */
  now: number
  print: (at: number) => ShownInstant
  endsPage?: boolean
}

/** The next round's deadline (spec 4), or null after the final's. */
export function nextClosing({ rounds, now, print, endsPage = false }: Asked): Closing | null {
  const next = findNextRound(rounds, now)
  if (!next) return null
  const { title, deadlineAt } = next
  return { roundTitle: title, deadline: print(deadlineAt), remainingMs: deadlineAt - now, endsPage }
}

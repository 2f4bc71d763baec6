import type { LineupDraft } from '#app/game/lineup/lineup-draft.ts'
import type { Problem } from '#app/game/problems.ts'
import type { Entry } from '#app/game/season/contest.ts'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { ReceiptView } from '#app/game/team/receipt.ts'

/** A round for the selector and the Upcoming Rounds card. */
export interface LineupRound {
  roundNumber: number
  title: string
  deadline: { text: string; iso: string }
  isOpen: boolean
  isNext: boolean
  isScored: boolean
  /** The stored order, as codes; automatic until the manager saved one (D8). */
  stored: readonly string[]
  isAutomatic: boolean
  /** Whether an automatic order has entries that are not in this show: they are ranked last (D8). */
  hasAbsent: boolean
}

/** Everything the line-up page shows. */
export interface LineupView {
  draft: LineupDraft
  /** The year of the season that the form belongs to. */
  season: number
  /** Title of the requested round when its deadline has passed: the page says so and shows the next open one. */
  closedTitle: string | null
  rounds: readonly LineupRound[]
  /** The next round's deadline. */
  next: NextDeadlineView | null
  /** Receipts of the stored orders; each names the rounds it covers. */
  receipts: readonly ReceiptView[]
  /** The team's entries, in team order. */
  entries: readonly Entry[]
  /** Share per position, in percent. */
  percentages: readonly number[]
  /** Whether the draft opens a dialog; the root reads it too. */
  hasDialog: boolean
}

/** Action data of a refused form: the draft as sent, and the reason. */
export interface RefusedLineup {
  draft: LineupDraft
  problem: Problem
}

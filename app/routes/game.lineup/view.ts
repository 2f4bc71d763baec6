import type { LineupDraft } from '#app/game/lineup/lineup-draft.ts'
import type { Problem } from '#app/game/problems.ts'
import type { Entry } from '#app/game/season/contest.ts'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { ReceiptView } from '#app/game/team/receipt.ts'

/** A round as the selector and the Upcoming Rounds card show it. */
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
  /** Whether some of an automatic order do not sing in this show: they stand last (D8). */
  hasAbsent: boolean
}

/** Everything the line-up page shows. */
export interface LineupView {
  draft: LineupDraft
  /** The year of the season that the form belongs to. */
  season: number
  /** The round that was asked for when it is over: the page says so, and shows what can still be set. */
  closedTitle: string | null
  rounds: readonly LineupRound[]
  /** The next round's deadline: there is one as long as there is this page. */
  next: NextDeadlineView | null
  /** What tells of the stored orders; each names the rounds for which it counts. */
  receipts: readonly ReceiptView[]
  /** The team's six, in team order. */
  entries: readonly Entry[]
  /** Share per position, in percent. */
  percentages: readonly number[]
  /** Whether the draft opens a dialog; the root reads it too. */
  hasDialog: boolean
}

/** What a refused press answers with: the draft as it was sent, and why. */
export interface RefusedLineup {
  draft: LineupDraft
  problem: Problem
}

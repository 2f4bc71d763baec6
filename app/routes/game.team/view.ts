import type { Problem } from '#app/game/problems.ts'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { MissedRounds } from '#app/game/season/season-phase.ts'
import type { ReceiptView } from '#app/game/team/receipt.ts'
import type { TeamRules } from '#app/game/team/team.ts'
import type { TeamDraft } from '#app/game/team/team-draft.ts'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'

/** The team page; the sample behind the sign-in card has the same shape. */
export interface TeamView {
  draft: TeamDraft
  stored: TeamDraft
  /** The year of the season that the form belongs to. */
  season: number
  rules: TeamRules
  hasTeam: boolean
  /** What a manager misses who joins after the first show. Null with a team, before, and after the last deadline. */
  missedRounds: MissedRounds | null
  /** Whether the draft opens a dialog; the root reads it too. */
  hasDialog: boolean
  /** No round is open any more: the page may be explored, saving is off (D7). */
  isConcluded: boolean
  /** The next round's deadline; a stored team can change until then. Null after the final's. */
  next: NextDeadlineView | null
  /** Receipt of the stored team; null without a team, or when it was saved before receipts existed. */
  receipt: ReceiptView | null
}

/** Action data of a refused form: the draft as sent, and the reasons. */
export interface RefusedTeam {
  draft: TeamDraft
  problems: readonly Problem[]
  /** The country of a refused step. */
  country: string | null
  /** Replaces the usual messages of the problems. */
  message: ToastMessage | null
}

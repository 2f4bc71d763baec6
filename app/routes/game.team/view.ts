import type { Problem } from '#app/game/problems.ts'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { LateJoin } from '#app/game/season/season-phase.ts'
import type { ReceiptView } from '#app/game/team/receipt.ts'
import type { TeamRules } from '#app/game/team/team.ts'
import type { TeamDraft } from '#app/game/team/team-draft.ts'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'

/** Everything the team page shows; the sample behind the sign-in card has the same shape. */
export interface TeamView {
  draft: TeamDraft
  stored: TeamDraft
  /** The year of the season that the form belongs to. */
  season: number
  rules: TeamRules
  hasTeam: boolean
  /** For whoever joins after a show has begun: what was missed. Null with a team, before, and after the last deadline. */
  lateJoin: LateJoin | null
  /** Whether the draft opens a dialog; the root reads it too. */
  hasDialog: boolean
  /** No round is open any more: the page may be explored, saving is off (D7). */
  isConcluded: boolean
  /** The next round's deadline; a stored team can change until then. Null after the final's. */
  next: NextDeadlineView | null
  /** What tells of the stored team; null without one, or when it was saved before there were receipts. */
  receipt: ReceiptView | null
}

/** What a refused press answers with: the draft as it was sent, and why. */
export interface RefusedTeam {
  draft: TeamDraft
  problems: readonly Problem[]
  /** The country that a refused step was about. */
  country: string | null
  /** What it says, where the words of its problems would say too little. */
  words: ToastMessage | null
}

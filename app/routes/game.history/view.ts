import type { ReceiptView } from '#app/game/team/receipt.ts'

/** One save of the history. */
export interface Save extends ReceiptView {
  /** Whether the team as it stands is the one of this receipt. */
  isTeamInForce: boolean
  /** The rounds whose line-up is still the one of this receipt. */
  roundsInForce: readonly number[]
}

/** A page of a manager's own saves, newest first. */
export interface HistoryView {
  teamName: string
  /** Whether a line-up can still change. */
  hasOpenRound: boolean
  lights: readonly { code: string; country: string }[]
  saves: readonly Save[]
  /** Whether newer ones stand on a page before this one. */
  hasNewer: boolean
  /** Where older ones begin; null on the last page. */
  olderBefore: number | null
}

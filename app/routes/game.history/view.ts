import type { ReceiptView } from '#app/game/team/receipt.ts'

/** One save of the history. */
export interface Save extends ReceiptView {
  /** Whether the stored team is the one of this receipt. */
  isTeamInForce: boolean
  /** The rounds whose stored line-up is the one of this receipt. */
  roundsInForce: readonly number[]
}

/** A page of a manager's own saves, newest first. */
export interface HistoryView {
  teamName: string
  /** Whether a line-up can still change. */
  hasOpenRound: boolean
  lights: readonly { code: string; country: string }[]
  saves: readonly Save[]
  /** Whether there is a page with newer saves. */
  hasNewer: boolean
  /** `before` of the next, older page; null on the last one. */
  olderBefore: number | null
}

import type { ScoresDraft } from '#app/game/scoring/scores-draft.ts'
import type { MailCounts } from '#db/mail/outbox.server.ts'

export interface ScoreInput {
  code: string
  country: string
  artist: string
  /** What the input holds. */
  typed: string
  /** What is stored now, when another admin changed it meanwhile. */
  storedNow: number | null
  error: string | null
}

export interface AdminRound {
  roundNumber: number
  title: string
  state: 'open' | 'closed' | 'saved' | 'computed'
}

/** What became of the mails, and whether the admin can have one. */
export interface MailView extends MailCounts {
  isOn: boolean
  hasAddress: boolean
}

/** Everything the score desk shows. */
export interface AdminView {
  mails: MailView
  totals: { teams: number; leagues: number }
  /** The year of the season that the form belongs to. */
  season: number
  rounds: readonly AdminRound[]
  round: AdminRound
  /** Which saved state the inputs started from: a save on top of another admin's is refused (D10). */
  version: number
  inputs: readonly ScoreInput[]
  isUnsaved: boolean
  /** The note of a correction that is to be published; null when computing corrects nothing (D34). */
  note: string | null
  /** The demo offers the real results. */
  canFill: boolean
}

/** What a refused press answers with. */
export interface RefusedScores {
  title: string
  text: string
  typed: ScoresDraft
  errors: Readonly<Record<string, string>>
  note: string
  noteError: string | null
  /** After another admin saved in between: the version and the points stored now. */
  conflict: { version: number; stored: Readonly<Record<string, number>> } | null
}

import type { ScoresDraft } from '#app/game/scoring/scores-draft.ts'
import type { MailCounts } from '#db/mail/outbox.server.ts'

export interface ScoreInput {
  code: string
  country: string
  artist: string
  /** Whether the country sings in the round. */
  isInShow: boolean
  /** Whether Enter in this field has just saved the round. */
  isSavedByEnter: boolean
  /** Value of the input. */
  typed: string
  /** The stored points, when another admin changed them meanwhile. */
  storedNow: number | null
  error: string | null
}

export interface AdminRound {
  roundNumber: number
  title: string
  /** 'changed': official, with other points saved that are not published. */
  state: 'open' | 'closed' | 'saved' | 'live' | 'changed' | 'computed'
}

/** Counts of sent and waiting mails, and whether the admin can receive a test mail. */
export interface MailView extends MailCounts {
  isOn: boolean
  hasAddress: boolean
}

/** The score page. */
export interface AdminView {
  mails: MailView
  totals: { teams: number; leagues: number }
  /** The year of the season that the form belongs to. */
  season: number
  rounds: readonly AdminRound[]
  round: AdminRound
  /** Version of the scores that the inputs started from: a save over a newer one is refused (D10). */
  version: number
  inputs: readonly ScoreInput[]
  isUnsaved: boolean
  /** The public note of a correction; null when computing corrects nothing (D34). */
  note: string | null
  /** Whether its points may be published live: from the deadline on, until they are official (D34). */
  canPublishLive: boolean
  /** Whether the demo offers the real results. */
  canFill: boolean
}

/** Action data of a refused form. */
export interface RefusedScores {
  title: string
  text: string
  typed: ScoresDraft
  errors: Readonly<Record<string, string>>
  note: string
  noteError: string | null
  /** A press that was not done yet: what is told before it is asked for once more. */
  ask?: { text: string; confirmed: string }
  /** Set when another admin saved in between: the stored version and points. */
  conflict: { version: number; stored: Readonly<Record<string, number>> } | null
}

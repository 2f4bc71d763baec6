import type { PastedProblem } from '#app/game/scoring/pasted-points.ts'
import type { ScoresDraft } from '#app/game/scoring/scores-draft.ts'
import type { FormattedInstant } from '#app/game/time/instant.ts'

/** The id of the page's form: some of its buttons are in its header and in the bar. */
export const DESK_FORM = 'desk'

/** A country that sings in the show. */
export interface DeskRow {
  code: string
  country: string
  /** Its place in the running order; null while not drawn. */
  runningOrder: number | null
  song: 'waiting' | 'on-stage' | 'sung'
  /** The points that are stored; null when none were entered. */
  points: number | null
  /** As which it was read out in a semi-final, from 1; null when it is not through, and when the order is not known. */
  readOut: number | null
}

/** The desk of one round. */
export interface DeskView {
  /** The year of the season that the form belongs to. */
  season: number
  round: { roundNumber: number; title: string; isFinal: boolean }
  /** Version of the scores that are shown: no other ones are published as official (D10). */
  version: number
  /** When the live points were published, by the visitor's clock; null without any. */
  live: FormattedInstant | null
  isOfficial: boolean
  /** What was entered last at any desk, and when; null before the first. */
  last: { text: string; at: FormattedInstant } | null
  /** How many songs have begun, of how many; null before the show, and while its running order is not known. */
  songs: { begun: number; count: number } | null
  rows: readonly DeskRow[]
  isPasting: boolean
  /** What an ended session had not stored: fields, what was stored when they were filled in, and pasted text. */
  draft: { typed: ScoresDraft; was: ScoresDraft; pasted: string }
  /** The row or button that was pressed last: the focus returns to it. */
  pressed: string | null
  /** How many countries are through, or have points, of how many. */
  done: number
  outOf: number
  /** The country of a semi-final that was read out last. */
  undo: DeskRow | null
  /** Of a final: the sum of the points, and what it is in the end (D3). */
  sum: { points: number; outOf: number } | null
  /** Why nothing can be published live, or as official; null when it can. */
  liveLock: string | null
  officialLock: string | null
}

/** Action data of a refused form. */
export interface RefusedDesk {
  title: string
  text: string
  /** What was typed and is not stored, by country. */
  typed: ScoresDraft
  /** What was stored when it was typed, as far as the visitor has been told, by country. */
  was: ScoresDraft
  errors: Readonly<Record<string, string>>
  /** What another desk stored meanwhile, by country; empty text: nothing any more. */
  storedNow: ScoresDraft
  pasted: string | null
  problems: readonly PastedProblem[]
  /** How many countries were understood of a pasted text that was refused, and their sum. */
  read: { count: number; points: number } | null
}

/** A stored number as a field shows it. */
export function toFieldText(points: number | null): string {
  return points === null ? '' : String(points)
}

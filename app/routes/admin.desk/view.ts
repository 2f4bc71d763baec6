import type { PastedPoints } from '#app/game/scoring/pasted-points.ts'
import type { ScoresDraft } from '#app/game/scoring/scores-draft.ts'
import type { DeskState } from '#app/server/desk/desk-state.server.ts'

/** The id of the page's form: some of its buttons are in its header and in the bar. */
export const DESK_FORM = 'desk'

/** A text that is not stored, in its field or kept beside the fields. */
export interface KeptText {
  pasted: string
  /** What was stored when it was begun, as far as the visitor has been told: 'AT:436,NO:'. */
  textWas: string
  /** The column of it that was chosen. */
  column?: number | undefined
}

/** The desk of one round. */
export interface DeskView extends DeskState {
  /** The year of the season that the form belongs to. */
  season: number
  round: { roundNumber: number; title: string; isFinal: boolean }
  isPasting: boolean
  /** What an ended session had not stored, or what a change of ways took along: fields, what was stored when they were filled in, and a text. */
  draft: { typed: ScoresDraft; was: ScoresDraft } & KeptText
  /** The row or button that was pressed last: the focus returns to it, or goes to what came of it ('done'). */
  pressed: string | null
}

/** Action data of a refused form. */
export interface RefusedDesk extends KeptText {
  title: string
  text: string
  /** What was typed and is not stored, by country. */
  typed: ScoresDraft
  /** What was stored when it was typed, as far as the visitor has been told, by country. */
  was: ScoresDraft
  errors: Readonly<Record<string, string>>
  /** What another desk stored meanwhile, by country; empty text: nothing any more. */
  storedNow: ScoresDraft
  /** A press that was not done yet: what it does is told, and it is asked for once more. */
  ask?: { intent: 'live' | 'official'; text: string; confirmed: string }
  /** What was read of a text. */
  reading: PastedPoints | null
  /** Whether nothing is wrong with it: it is shown before it is stored. */
  isPreview: boolean
  /** What the page has shown of the text. */
  told: string
}

import { type ErrorCode, errors } from '#app/game/errors/errors.ts'
import { toFieldEdits } from '#app/game/scoring/desk-draft.ts'
import { scoresToQuery } from '#app/game/scoring/scores-draft.ts'
import { nameRound } from '#app/game/season/round-name.ts'
import { invalid } from '#app/http/responses.server.ts'
import type { DeskParams } from '#app/server/desk/desk-state.server.ts'
import type { Untold } from '#app/services/scoreboard/publish-basis.server.ts'
import type { DeskFields } from './read-changes.server.ts'
import type { RefusedDesk } from './view.ts'

export interface DeskInput extends DeskParams, DeskFields {
  managerId: number
  intent: 'enter' | 'paste' | 'live' | 'official'
  version: number
  /** The songs that had begun when the page was made, and how many have by the press: '3:4'. */
  songs: string | undefined
  /** What the page has said before it asked for the press once more; undefined for a first press. */
  confirmed: string | undefined
}

export interface StoredInput extends DeskInput {
  /** Whether the press has stored points already. */
  arePointsStored?: boolean
}

const notSavedText =
  'The database cannot be written at the moment. Nothing was saved. Please try again later.'
const notWrittenText = 'The database cannot be written at the moment. Please try again later.'

/** Refuses a press over the rate limit of 60 writes a minute, with everything typed (security.md). */
export function refuseTooFast(input: DeskInput) {
  return refuse(input, {
    text: 'Too many presses in a short time. Nothing was saved. Please try again in a minute.',
    status: 429,
  })
}

type DeskProblem = Extract<
  ErrorCode,
  | 'ROUND_MISSING'
  | 'ROUND_OFFICIAL'
  | 'ROUND_NOT_STARTED'
  | 'POINTS_INVALID'
  | 'SCORES_CHANGED'
  | 'SCORES_MISSING'
  | 'NOTE_MISSING'
>

/** Refuses a press that the database could not store. */
export function refuseUnwritten(input: StoredInput) {
  const text = input.arePointsStored ? tellStored(input, notWrittenText) : notSavedText
  return refuse(input, { text, status: 503 })
}

/** Refuses a press for a reason of the game, or tells what it means and what is unusual, and asks for it once more (D3). */
export function refuseWith(
  input: StoredInput,
  problem: DeskProblem | Untold,
  intent: 'live' | 'official' = 'official',
) {
  if (typeof problem === 'string') {
    const text = deskTexts[problem]
    const told = input.arePointsStored ? tellStored(input, text) : text
    return refuse(input, { text: told, status: errors[problem].status })
  }
  const official = `Official results go to everybody, also by mail. They cannot be taken back, only corrected with a public note. Publish the ${nameRound(input.round.title)} as official?`
  const text = `${problem.toTell} ${intent === 'live' ? 'Publish live anyway?' : official}`.trim()
  return refuse(input, { text: '', ask: { intent, text, confirmed: problem.toTell }, status: 409 })
}

/** What is told when the points of a press are stored, and the rest of it is refused. */
function tellStored({ songs }: StoredInput, reason: string): string {
  return `The points are saved, but ${songs === undefined ? 'not published' : 'the song is not counted'}. ${reason}`
}

const deskTexts: Record<DeskProblem, string> = {
  ROUND_MISSING: 'This round is not in the season any more.',
  ROUND_OFFICIAL: 'The results of this round are official. Correct them on the score page.',
  ROUND_NOT_STARTED: 'The show has not begun. Nothing was published.',
  POINTS_INVALID: errors.POINTS_INVALID.text,
  SCORES_CHANGED:
    'Another desk entered something in the meantime: it is shown now. Look at it, then press again.',
  SCORES_MISSING: 'Nothing was entered yet.',
  NOTE_MISSING:
    'Points of another round were changed since they became official. Compute them on the score page, with a note.',
}

type Refused = Pick<RefusedDesk, 'text'> & Partial<RefusedDesk> & { status?: number }

/** Keeps what is typed and over what (D10): only what `storedNow` shows is replaced by the next press. */
export function refuse(input: DeskInput, { status = 422, ...refused }: Refused) {
  const { typed, was, pasted, kept, textWas, told, column } = input
  const edits = toFieldEdits(typed, was)
  const payload: RefusedDesk = {
    title: 'Not done',
    typed: Object.fromEntries(Object.entries(edits).map(([code, edit]) => [code, edit.typed])),
    was: { ...was, ...refused.storedNow },
    errors: {},
    storedNow: {},
    pasted: pasted ?? kept,
    textWas: scoresToQuery({ ...textWas, ...refused.storedNow }),
    reading: null,
    isPreview: false,
    told,
    column,
    ...refused,
  }
  return invalid(payload, status)
}

import {
  findWrongFields,
  PASTED_LIMIT,
  pastedTooLongText,
  readFieldPoints,
  toFieldEdits,
  toReadDraft,
} from '#app/game/scoring/desk-draft.ts'
import { type PastedPoints, parsePastedPoints } from '#app/game/scoring/pasted-points.ts'
import { type ScoresDraft, scoresToQuery } from '#app/game/scoring/scores-draft.ts'
import { computeVoteTotal } from '#app/game/scoring/vote-total.ts'
import type { DeskEntry } from '#app/services/scoreboard/desk.server.ts'
import { isBlank } from './desk-url.server.ts'
import type { RefusedDesk } from './view.ts'

/** What a desk's form holds, as it was sent. */
export interface DeskFields {
  /** A semi-final's row that was pressed: 'SE::50'. */
  change: string | undefined
  typed: ScoresDraft
  /** What was stored when the page was made. */
  was: ScoresDraft
  /** What was stored when the text was begun. */
  textWas: ScoresDraft
  /** Undefined where the page has fields; else `typed` is what is not saved of them. */
  pasted: string | undefined
  /** What is not saved of a text, where the page has fields. */
  kept: string
  /** What the page has shown of the text, as `scoresToQuery` writes it: nothing else is stored. */
  told: string
  /** The column of the text that has the points, where the admin was asked. */
  column: number | undefined
}

/** New points of a country, and those that the page showed; null: none. */
export interface CodeChange {
  code: string
  from: number | null
  to: number | null
}

export type ReadChanges =
  | { ok: true; changes: readonly CodeChange[] }
  | { ok: false; refused: Pick<RefusedDesk, 'text'> & Partial<RefusedDesk> & { status?: number } }

interface DeskContext {
  /** The countries of the season, in the order of the desk. */
  entries: readonly DeskEntry[]
  title: string
  /** Whether a pasted text has to say something. */
  needsText: boolean
  /** Whether what is read of it has to be shown first. */
  needsTold: boolean
}

/** Reads what is new in a desk's form, or what is wrong with it: then nothing of it may be stored. */
export function readChanges(fields: DeskFields, context: DeskContext): ReadChanges {
  const { pasted = '' } = fields
  const isPasted = !isBlank(pasted) || context.needsText
  const own = fields.pasted === undefined ? fields : { ...fields, typed: {} }
  const read = isPasted ? readPasted(pasted, fields, context) : readTyped(own, context)
  if (!read.ok) return read
  const changes = fields.change === undefined ? read.changes : [...read.changes, parseChange(fields.change)]
  const singing = context.entries.filter(({ isInShow }) => isInShow).map(({ code }) => code)
  const absent = changes.find(({ code }) => !singing.includes(code))
  if (!absent) return { ok: true, changes }
  const country = context.entries.find(({ code }) => code === absent.code)?.country ?? absent.code
  return { ok: false, refused: { text: `${country} does not sing in this show. Nothing was saved.` } }
}

/** The fields that differ from what was stored when the page was made; an empty one takes the points away. */
function readTyped({ typed, was }: DeskFields, { entries }: DeskContext): ReadChanges {
  const edits = toFieldEdits(typed, was)
  const errors = findWrongFields(entries, edits)
  if (Object.keys(errors).length > 0) return { ok: false, refused: { text: 'Nothing was saved.', errors } }
  const changes = entries.flatMap(({ code }) => {
    const edit = edits[code]
    return edit ? [toChange(code, was, readFieldPoints(edit.typed) ?? null)] : []
  })
  return { ok: true, changes }
}

function readPasted(pasted: string, fields: DeskFields, context: DeskContext): ReadChanges {
  if (pasted.length > PASTED_LIMIT) return { ok: false, refused: { text: pastedTooLongText, pasted } }
  const { entries, title, needsTold } = context
  const singing = new Set(entries.filter(({ isInShow }) => isInShow).map(({ code }) => code))
  const total = computeVoteTotal(entries.length)
  const reading = parsePastedPoints(pasted, {
    countries: entries,
    singing,
    title,
    total,
    column: fields.column,
  })
  const refusal = findRefusal(reading)
  if (refusal !== null)
    return { ok: false, refused: { text: `${refusal} Nothing was saved.`, pasted, reading } }
  const read = toReadDraft(reading)
  if (needsTold && fields.told !== scoresToQuery(read))
    return {
      ok: false,
      refused: { title: 'Not saved yet', text: toldText, pasted, reading, isPreview: true, status: 409 },
    }
  return {
    ok: true,
    changes: Object.entries(reading.points).map(([code, points]) => toChange(code, fields.textWas, points)),
  }
}

const toldText = 'This is what will change. Press again to save it.'

function findRefusal({ columns, problemCount, points }: PastedPoints): string | null {
  if (columns.length > 0) return 'Which column has the points?'
  if (problemCount > 0) return `${problemCount} ${problemCount === 1 ? 'line' : 'lines'} not understood.`
  return Object.keys(points).length > 0 ? null : 'There is nothing to read.'
}

function toChange(code: string, was: ScoresDraft, to: number | null): CodeChange {
  return { code, from: toPoints(was[code] ?? ''), to }
}

function parseChange(change: string): CodeChange {
  const [code = '', from = '', to = ''] = change.split(':')
  return { code, from: toPoints(from), to: toPoints(to) }
}

function toPoints(text: string): number | null {
  return /^\d{1,4}$/.test(text) ? Number(text) : null
}

import { describeWrongScore, parsePoints, type ScoresDraft } from './scores-draft.ts'
import { qualifierPoints } from './vote-total.ts'

/** How much of a pasted text is read, in UTF-16 units: 26 lines of a copied table have some 2,000. */
export const PASTED_LIMIT = 10_000
/** Why a longer one is refused. */
export const pastedTooLongText = 'This is longer than 10,000 characters. Nothing was saved.'

/** A country of the desk with the points that are stored; null when none were entered. */
export interface DeskPoints {
  code: string
  country: string
  points: number | null
}

/** What a field of the desk holds that is not stored, and what was stored when it was typed. */
export interface FieldEdit {
  typed: string
  was: string
}

/** What was read of a text, as the fields would say it. */
export function toReadDraft({ points }: { points: Readonly<Record<string, number>> }): ScoresDraft {
  return Object.fromEntries(Object.entries(points).map(([code, each]) => [code, String(each)]))
}

/** The changed fields by country code. */
export type FieldEdits = Readonly<Record<string, FieldEdit>>

/** A stored number as a field shows it. */
export function toFieldText(points: number | null): string {
  return points === null ? '' : String(points)
}

/** The fields that say something else than what was stored when they were typed. */
export function toFieldEdits(typed: ScoresDraft, was: ScoresDraft): FieldEdits {
  const changed = Object.entries(typed).filter(([code, text]) => text.trim() !== (was[code] ?? ''))
  return Object.fromEntries(changed.map(([code, text]) => [code, { typed: text, was: was[code] ?? '' }]))
}

/** The points that a field says; null for an empty one, undefined for no whole number from 0 to 9999. */
export function readFieldPoints(typed: string): number | null | undefined {
  return typed.trim() === '' ? null : (parsePoints(typed) ?? undefined)
}

/** Whether a field says these points: '05' says 5. */
function isSaid(typed: string | undefined, points: number | null): boolean {
  return typed !== undefined && readFieldPoints(typed) === points
}

/** What is wrong with the changed fields, by country: then nothing of the form is stored. */
export function findWrongFields(
  countries: readonly Pick<DeskPoints, 'code' | 'country'>[],
  edits: FieldEdits,
): Readonly<Record<string, string>> {
  const wrong = countries.flatMap(({ code, country }) => {
    const typed = edits[code]?.typed ?? ''
    return readFieldPoints(typed) === undefined
      ? [[code, `${describeWrongScore(country, typed)} Nothing was saved.`]]
      : []
  })
  return Object.fromEntries(wrong)
}

/** How many countries have more than 0 points, and their sum, as the fields stand: what is no number counts as none. */
export function tallyPoints(rows: readonly DeskPoints[], edits: FieldEdits = {}) {
  const points = rows.flatMap((row) => {
    const edit = edits[row.code]
    return (edit ? readFieldPoints(edit.typed) : row.points) ?? []
  })
  return { count: points.filter(Boolean).length, sum: points.reduce((sum, each) => sum + each, 0) }
}

/** What another desk stored in the place of what a form was about. */
export function describeConflict(
  stored: readonly Pick<DeskPoints, 'country' | 'points'>[],
  show: DeskShow,
): string {
  return `Changed at another desk in the meantime: ${stored.map((row) => describePoints(row, show)).join(', ')}.`
}

/** Whose points: in a semi-final they say who is through. */
export interface DeskShow {
  isFinal: boolean
}

function describePoints(
  { country, points }: Pick<DeskPoints, 'country' | 'points'>,
  { isFinal }: DeskShow,
): string {
  if (!isFinal && points === qualifierPoints) return `${country} through`
  if (!isFinal && !points) return `${country} not through`
  return `${country} ${points ?? 'without points'}`
}

/** What is typed at an open desk, and what it has seen. */
export interface DeskDraft {
  edits: FieldEdits
  /** What the last press sent, by country: seen again it is no news of another desk. */
  sent: ScoresDraft
  /** What another desk stored in fields that are untouched here; empty for nothing. */
  news: string
}

/** How many countries the news name. */
const NAMED_LIMIT = 3

/**
 * Takes over newer points. An untouched field follows them, a changed one stays: it is in conflict (`listConflicts`) unless what
 * is stored now is what it says, or what this desk sent itself.
 */
export function receivePoints(
  { edits, sent, news }: DeskDraft,
  before: readonly DeskPoints[],
  after: readonly DeskPoints[],
  show: DeskShow,
): DeskDraft {
  const old = new Map(before.map(({ code, points }) => [code, points]))
  const changed = after.filter(({ code, points }) => old.get(code) !== points)
  const isOwn = ({ code, points }: DeskPoints) => isSaid(sent[code], points)
  const others = changed.filter((row) => !isOwn(row) && !edits[row.code])
  const kept = after.flatMap((row) => {
    const edit = edits[row.code]
    if (!edit || isSaid(edit.typed, row.points)) return []
    return [[row.code, isOwn(row) ? { ...edit, was: toFieldText(row.points) } : edit] as const]
  })
  const seen = new Set(changed.filter(isOwn).map(({ code }) => code))
  return {
    edits: Object.fromEntries(kept),
    sent: Object.fromEntries(Object.entries(sent).filter(([code]) => !seen.has(code))),
    news: others.length > 0 ? describeNews(others, show) : news,
  }
}

function describeNews(rows: readonly DeskPoints[], show: DeskShow): string {
  const named = rows
    .slice(0, NAMED_LIMIT)
    .map((row) => describePoints(row, show))
    .join(', ')
  const more = rows.length - NAMED_LIMIT
  return `From another desk: ${named}${more > 0 ? ` and ${more} more` : ''}.`
}

/** The changed fields over which another desk stored something else. */
export function listConflicts(rows: readonly DeskPoints[], edits: FieldEdits): readonly DeskPoints[] {
  return rows.filter(({ code, points }) => {
    const edit = edits[code]
    return edit !== undefined && edit.was !== toFieldText(points) && !isSaid(edit.typed, points)
  })
}

import { toFieldEdits } from '#app/game/scoring/desk-draft.ts'
import { type ScoresDraft, scoresToQuery } from '#app/game/scoring/scores-draft.ts'
import { KEPT_LIMIT } from './form.server.ts'
import type { DeskFields } from './read-changes.server.ts'

/** What is entered at the desk of a round, and is not stored. */
type DeskDraft = Omit<DeskFields, 'change' | 'told' | 'column'> & { round: number }

export type DeskWay = 'fields' | 'paste'

/**
 * The desk's address with what an ended session has not stored (D16). A text that is too long for an address is left out, which
 * AdminBoundary tells.
 */
export function toDraftUrl(fields: DeskDraft): string {
  return toDeskUrl(fields, fields.pasted ? 'paste' : 'fields')
}

/** The desk's address for a way to enter, with what is not stored. `at`: what was pressed last. */
export function toDeskUrl(draft: DeskDraft, way: DeskWay, at?: string): string {
  const { round, typed, was, pasted = '', kept, textWas } = draft
  const text = isBlank(pasted) ? kept : pasted
  const edited = Object.keys(toFieldEdits(typed, was))
  const url = new URLSearchParams({ round: String(round) })
  if (way === 'paste') url.set('way', way)
  if (at !== undefined) url.set('at', at)
  if (edited.length > 0) {
    url.set('scores', scoresToQuery(pick(typed, edited)))
    url.set('was', scoresToQuery(pick(was, edited)))
  }
  if (!isBlank(text) && fitsAddress(text)) {
    url.set('pasted', text)
    url.set('textWas', scoresToQuery(textWas))
  } else if (!isBlank(text)) url.set('left', 'text')
  return `/admin/desk?${url}`
}

/** Whether a text says nothing: it is not kept, and nothing waits for it. */
export function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** Whether a text may be part of the desk's address. */
export function fitsAddress(text: string): boolean {
  return text.length < KEPT_LIMIT && encodeURIComponent(text).length < KEPT_LIMIT
}

/** The values of some countries. */
export function pick(draft: ScoresDraft, codes: readonly string[]): ScoresDraft {
  return Object.fromEntries(codes.map((code) => [code, draft[code] ?? '']))
}

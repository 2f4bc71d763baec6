import { type ErrorCode, errors } from '#app/game/errors/errors.ts'
import { describeConflict, toFieldEdits, toFieldText } from '#app/game/scoring/desk-draft.ts'
import { type ScoresDraft, scoresToQuery } from '#app/game/scoring/scores-draft.ts'
import { isOpen } from '#app/game/season/round.ts'
import { invalid, seeOther, seeOtherWithFlash, throwErrorResponse } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { type DeskParams, loadDeskState } from '#app/server/desk/desk-state.server.ts'
import {
  changePoints,
  changeSongsBegun,
  type DeskEntry,
  listDeskEntries,
} from '#app/services/scoreboard/desk.server.ts'
import { publishLive, publishRound } from '#app/services/scoreboard/publish.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { KEPT_LIMIT } from './form.server.ts'
import { type CodeChange, type DeskFields, readChanges } from './read-changes.server.ts'
import type { RefusedDesk } from './view.ts'

export interface DeskInput extends DeskParams, DeskFields {
  managerId: number
  intent: 'enter' | 'paste' | 'live' | 'official'
  version: number
  /** The songs that had begun when the page was made, and how many have by the press: '3:4'. */
  songs: string | undefined
}

interface StoredInput extends DeskInput {
  /** Whether the press has stored points already. */
  arePointsStored?: boolean
}

const notSavedText =
  'The database cannot be written at the moment. Nothing was saved. Please try again later.'
const notWrittenText = 'The database cannot be written at the moment. Please try again later.'

/** Does what was pressed: stores what is new in the form, then counts a song or publishes. */
export async function pressDesk(input: DeskInput) {
  const { contest, round, now, intent, songs } = input
  const needsShow = intent === 'live' || intent === 'official' || songs !== undefined
  if (needsShow && isOpen(round, now)) return refuseWith(input, 'ROUND_NOT_STARTED')
  const entries = await listDeskEntries(db, contest, round)
  const read = readChanges(input, { entries, title: round.title, needsText: intent === 'paste' })
  if (!read.ok) return refuse(input, read.refused)
  if (intent === 'official') return publishOfficial(input, read.changes)

  const refusal = await storeChanges(input, read.changes, entries)
  if (refusal) return refusal
  const rest = read.changes.length > 0 ? toStored(input, read.changes) : input
  if (songs !== undefined) return countSong(rest, songs, entries)
  if (intent === 'live') return publishDeskLive(rest)
  if (intent === 'paste') return seeDesk(rest, { flash: 'points-saved' })
  return seeDesk(rest, { at: read.changes.at(-1)?.code })
}

/** Refuses a press over the rate limit of 60 writes a minute, with everything typed (security.md). */
export function refuseTooFast(input: DeskInput) {
  return refuse(input, {
    text: 'Too many presses in a short time. Nothing was saved. Please try again in a minute.',
    status: 429,
  })
}

type DeskDraft = Omit<DeskFields, 'change'> & { round: number }

/** The desk's address with what an ended session has not stored (D16); a text that is too long for an address is left out. */
export function toDraftUrl(fields: DeskDraft): string {
  return toDeskUrl(fields, fields.pasted ? 'paste' : 'fields')
}

/** The desk's address for a way to enter, with what is not stored. `at`: what was pressed last. */
function toDeskUrl({ round, typed, was, pasted = '', kept }: DeskDraft, way: DeskWay, at?: string): string {
  const text = pasted || kept
  const edits = pick(typed, Object.keys(toFieldEdits(typed, was)))
  const hasText = text !== '' && fitsAddress(text)
  const url = new URLSearchParams({ round: String(round) })
  if (way === 'paste') url.set('way', way)
  if (at !== undefined) url.set('at', at)
  if (Object.keys(edits).length > 0) url.set('scores', scoresToQuery(edits))
  // A text may be about any country.
  if (hasText || url.has('scores'))
    url.set('was', scoresToQuery(hasText ? was : pick(was, Object.keys(edits))))
  if (hasText) url.set('pasted', text)
  return `/admin/desk?${url}`
}

type DeskWay = 'fields' | 'paste'

/** Changes from fields to a text or back: stores nothing, and takes along what is not stored (D10). */
export function changeWay(input: DeskInput, way: DeskWay) {
  const { round, pasted, kept } = input
  if (!fitsAddress(pasted ?? kept))
    return refuse(input, { text: 'Save this text first: it is too long to be kept.' })
  return seeOther(toDeskUrl({ ...input, round: round.roundNumber }, way))
}

function fitsAddress(text: string): boolean {
  return text.length < KEPT_LIMIT && encodeURIComponent(text).length < KEPT_LIMIT
}

function pick(draft: ScoresDraft, codes: readonly string[]): ScoresDraft {
  return Object.fromEntries(codes.map((code) => [code, draft[code] ?? '']))
}

/** Stores the changes; returns what to answer when they are refused. */
async function storeChanges(input: DeskInput, changes: readonly CodeChange[], entries: readonly DeskEntry[]) {
  if (changes.length === 0) return null
  const ids = new Map(entries.map(({ id, code }) => [code, id]))
  const stored = await tryWrite(
    changePoints(db, {
      gameId: input.contest.id,
      roundNumber: input.round.roundNumber,
      changes: changes.map(({ code, ...change }) => ({ entryId: ids.get(code) ?? 0, ...change })),
      clock,
    }),
  )
  if (stored === null) return refuseUnwritten(input)
  if (stored.ok) return null
  if (stored.problem !== 'SCORES_CHANGED')
    return refuseWith(input, stored.problem === 'ENTRY_UNKNOWN' ? 'SCORES_CHANGED' : stored.problem)

  const others = stored.stored.flatMap(({ entryId, points }) => {
    const entry = entries.find(({ id }) => id === entryId)
    return entry ? [{ ...entry, points }] : []
  })
  return refuse(input, {
    text: `${describeConflict(others, { isFinal: input.round.kind === 'final' })} Nothing was saved. Press again to put yours in place.`,
    storedNow: Object.fromEntries(others.map(({ code, points }) => [code, toFieldText(points)])),
    status: 409,
  })
}

/** A press whose points are stored: nothing of them is new any more, also when the rest of it is refused. */
function toStored(input: DeskInput, changes: readonly CodeChange[]): StoredInput {
  const { typed, was, pasted } = input
  const isPasting = pasted !== undefined
  const edited = Object.keys(isPasting ? toFieldEdits(typed, was) : {})
  const left = edited.filter((code) => changes.every((change) => change.code !== code))
  return {
    ...input,
    typed: pick(typed, left),
    was: pick(was, left),
    pasted: isPasting ? '' : undefined,
    arePointsStored: true,
  }
}

async function countSong(input: StoredInput, songs: string, entries: readonly DeskEntry[]) {
  const { contest, round } = input
  const [from = 0, to = 0] = songs.split(':').map(Number)
  const singing = entries.filter(({ isInShow }) => isInShow).length
  if (Math.abs(to - from) !== 1 || to > singing + 1) return throwErrorResponse('BAD_REQUEST')
  const target = { gameId: contest.id, roundNumber: round.roundNumber, from, to, clock }
  const counted = await tryWrite(changeSongsBegun(db, target))
  if (counted === null) return refuseUnwritten(input)
  return counted.ok ? seeDesk(input, { at: 'song' }) : refuseWith(input, counted.problem)
}

/** Publishes what is stored, also what other desks entered. */
async function publishDeskLive(input: StoredInput) {
  const { contest, round, managerId } = input
  const target = { gameId: contest.id, roundNumber: round.roundNumber, managerId, clock }
  const published = await tryWrite(publishLive(db, scoreboards, { ...target, expectedVersion: null }))
  if (published === null) return refuseUnwritten(input)
  if (!published.ok) return refuseWith(input, published.problem)
  return seeDesk(input, { flash: published.isNew ? 'live-published' : 'live-unchanged' })
}

/** Publishes as official exactly what the page showed (D10): not with inputs that are not saved, nor while something is missing. */
async function publishOfficial(input: DeskInput, changes: readonly CodeChange[]) {
  const { contest, round, version, managerId, typed, was, pasted, kept } = input
  const { officialLock, rows } = await loadDeskState(db, input)
  const stored = new Map(rows.map(({ code, points }) => [code, points]))
  const isKeeping = pasted === undefined ? kept !== '' : Object.keys(toFieldEdits(typed, was)).length > 0
  if (isKeeping || changes.some(({ code, to }) => stored.get(code) !== to))
    return refuse(input, { text: 'There are unsaved inputs. Save them first, then publish.', status: 409 })
  if (officialLock !== null) return refuse(input, { text: officialLock, status: 409 })

  const target = { gameId: contest.id, roundNumber: round.roundNumber, managerId, clock }
  const published = await tryWrite(
    publishRound(db, scoreboards, { ...target, expectedVersion: version, note: null }),
  )
  if (published === null) return refuseUnwritten(input)
  if (!published.ok) return refuseWith(input, published.problem)
  return seeDesk(input, { flash: published.isNew ? 'compute-triggered' : 'compute-unchanged' })
}

/** Leads to the desk as it stands now, with what is not stored of the other way to enter. */
function seeDesk(input: DeskInput, { at, flash }: { at?: string | undefined; flash?: string }) {
  const { round, songs, pasted, typed } = input
  const isPasting = pasted !== undefined
  const left = { ...input, round: round.roundNumber, typed: isPasting ? typed : {} }
  const url = toDeskUrl(left, songs !== undefined && isPasting ? 'paste' : 'fields', at)
  return flash === undefined
    ? seeOther(url)
    : seeOtherWithFlash(url, { code: flash, params: { round: round.title } })
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

function refuseUnwritten(input: StoredInput) {
  const text = input.arePointsStored ? tellStored(input, notWrittenText) : notSavedText
  return refuse(input, { text, status: 503 })
}

function refuseWith(input: StoredInput, problem: DeskProblem) {
  const { status } = errors[problem]
  const text = deskTexts[problem]
  return refuse(input, { text: input.arePointsStored ? tellStored(input, text) : text, status })
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
  SCORES_CHANGED: 'Another desk entered something meanwhile: it is shown now. Look at it, then press again.',
  SCORES_MISSING: 'Nothing was entered yet.',
  NOTE_MISSING:
    'Points of another round were changed since they became official. Compute them on the score page, with a note.',
}

type Refused = Pick<RefusedDesk, 'text'> & Partial<RefusedDesk> & { status?: number }

/** Keeps what is typed and over what (D10): only what `storedNow` shows is replaced by the next press. */
function refuse({ typed, was, pasted, kept }: DeskInput, { status = 422, ...refused }: Refused) {
  const edits = toFieldEdits(typed, was)
  const payload: RefusedDesk = {
    title: 'Not done',
    typed: Object.fromEntries(Object.entries(edits).map(([code, edit]) => [code, edit.typed])),
    was: { ...was, ...refused.storedNow },
    errors: {},
    storedNow: {},
    pasted: pasted ?? kept,
    problems: [],
    read: null,
    ...refused,
  }
  return invalid(payload, status)
}

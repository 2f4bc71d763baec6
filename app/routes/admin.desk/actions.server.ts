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

/** A longer text does not fit into an address. */
const DRAFT_LIMIT = 3000

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
  const rest = read.changes.length > 0 ? toStored(input) : input
  if (songs !== undefined) return countSong(rest, songs, entries)
  if (intent === 'live') return publishDeskLive(rest)
  if (intent === 'paste') return seeDesk(input, { flash: 'points-saved' })
  return seeDesk(input, { at: read.changes.at(-1)?.code })
}

/** Refuses a press over the rate limit of 60 writes a minute, with everything typed (security.md). */
export function refuseTooFast(input: DeskInput) {
  return refuse(input, {
    text: 'Too many presses in a short time. Nothing was saved. Please try again in a minute.',
    status: 429,
  })
}

/** The desk's address with what an ended session has not stored (D16); a text that is too long for an address is left out. */
export function toDraftUrl({ round, typed, was, pasted = '' }: DeskFields & { round: number }): string {
  const codes = Object.keys(toFieldEdits(typed, was))
  const pick = (draft: ScoresDraft) =>
    scoresToQuery(Object.fromEntries(codes.map((code) => [code, draft[code] ?? ''])))
  const url = new URLSearchParams({ round: String(round) })
  if (codes.length > 0) {
    url.set('scores', pick(typed))
    url.set('was', pick(was))
  }
  if (pasted !== '' && encodeURIComponent(pasted).length < DRAFT_LIMIT) {
    url.set('way', 'paste')
    url.set('pasted', pasted)
    url.set('was', scoresToQuery(was))
  }
  return `/admin/desk?${url}`
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
    text: `${describeConflict(others)} Nothing was saved. Press again to put yours in place.`,
    storedNow: Object.fromEntries(others.map(({ code, points }) => [code, toFieldText(points)])),
    status: 409,
  })
}

/** A press whose points are stored: nothing of them is new any more, also when the rest of it is refused. */
function toStored(input: DeskInput): StoredInput {
  return {
    ...input,
    typed: {},
    was: {},
    pasted: input.pasted === undefined ? undefined : '',
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
  const { contest, round, version, managerId } = input
  const { officialLock, rows } = await loadDeskState(db, input)
  const stored = new Map(rows.map(({ code, points }) => [code, points]))
  if (changes.some(({ code, to }) => stored.get(code) !== to))
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

function seeDesk(
  { round, songs, pasted }: DeskInput,
  { at, flash }: { at?: string | undefined; flash?: string },
) {
  const url = `/admin/desk?round=${round.roundNumber}`
  if (flash !== undefined) return seeOtherWithFlash(url, { code: flash, params: { round: round.title } })
  const way = songs !== undefined && pasted !== undefined ? '&way=paste' : ''
  return seeOther(at === undefined ? url : `${url}${way}&at=${at}`)
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
function refuse({ typed, was, pasted }: DeskInput, { status = 422, ...refused }: Refused) {
  const edits = toFieldEdits(typed, was)
  const payload: RefusedDesk = {
    title: 'Not done',
    typed: Object.fromEntries(Object.entries(edits).map(([code, edit]) => [code, edit.typed])),
    was: { ...was, ...refused.storedNow },
    errors: {},
    storedNow: {},
    pasted: pasted ?? null,
    problems: [],
    read: null,
    ...refused,
  }
  return invalid(payload, status)
}

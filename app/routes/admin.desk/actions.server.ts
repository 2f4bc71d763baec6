import { describeConflict, toFieldEdits, toFieldText } from '#app/game/scoring/desk-draft.ts'
import { isOpen } from '#app/game/season/round.ts'
import { seeOther, seeOtherWithFlash, throwErrorResponse } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { type DeskRow, loadDeskState } from '#app/server/desk/desk-state.server.ts'
import {
  changePoints,
  changeSongsBegun,
  type DeskEntry,
  listDeskEntries,
  tellUnusual,
} from '#app/services/scoreboard/desk.server.ts'
import { publishLive, publishRound } from '#app/services/scoreboard/publish.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { type DeskWay, fitsAddress, isBlank, pick, toDeskUrl } from './desk-url.server.ts'
import { type CodeChange, readChanges } from './read-changes.server.ts'
import { type DeskInput, refuse, refuseUnwritten, refuseWith, type StoredInput } from './refusals.server.ts'

/** Does what was pressed: stores what is new in the form, then counts a song or publishes. */
export async function pressDesk(input: DeskInput) {
  const { contest, round, now, intent, songs } = input
  const needsShow = intent === 'live' || intent === 'official' || songs !== undefined
  if (needsShow && isOpen(round, now)) return refuseWith(input, 'ROUND_NOT_STARTED')
  const entries = await listDeskEntries(db, contest, round)
  const needsTold = intent !== 'official'
  const read = readChanges(input, { entries, title: round.title, needsText: intent === 'paste', needsTold })
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

/** Changes from fields to a text or back: stores nothing, and takes along what is not stored (D10). */
export function changeWay(input: DeskInput, way: DeskWay) {
  const { round, pasted, kept } = input
  if (!fitsAddress(pasted ?? kept))
    return refuse(input, { text: 'Save this text first: it is too long to be kept.' })
  const at = input.confirmed === undefined ? undefined : 'back'
  return seeOther(toDeskUrl({ ...input, round: round.roundNumber }, way, at))
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
    text: `${describeConflict(others, { isFinal: input.round.kind === 'final' })} Nothing was saved. Press again to keep yours.`,
    storedNow: Object.fromEntries(others.map(({ code, points }) => [code, toFieldText(points)])),
    status: 409,
  })
}

/** A press whose points are stored: nothing of them is new any more, also when the rest of it is refused. */
function toStored(input: DeskInput, changes: readonly CodeChange[]): StoredInput {
  const { typed, was, pasted, textWas } = input
  const isPasting = pasted !== undefined
  const stored = Object.fromEntries(changes.map(({ code, to }) => [code, toFieldText(to)]))
  const edited = Object.keys(isPasting ? toFieldEdits(typed, was) : {})
  const left = edited.filter((code) => changes.every((change) => change.code !== code))
  return {
    ...input,
    typed: pick(typed, left),
    was: pick(was, left),
    pasted: isPasting ? '' : undefined,
    textWas: { ...textWas, ...stored },
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
  if (!counted.ok) return refuseWith(input, counted.problem)
  if (counted.begunAlready === undefined) return seeDesk(input, { at: 'song' })
  const params = { songs: describeSongs(counted.begunAlready, singing) }
  return seeDesk(input, { at: 'song', flash: 'song-not-counted', params })
}

function describeSongs(begun: number, count: number): string {
  if (begun === 0) return 'No song is on any more'
  return begun > count ? 'All songs are over already' : `Song ${begun} is on already`
}

/** Publishes what is stored, also what other desks entered; too many qualifiers or points are told first (D3). */
async function publishDeskLive(input: StoredInput) {
  const { contest, round, managerId } = input
  const target = { gameId: contest.id, roundNumber: round.roundNumber, managerId, clock }
  const tellFirst = tellUnusual({ contest, round, isLive: true }, input.confirmed ?? '')
  const published = await tryWrite(
    publishLive(db, scoreboards, { ...target, expectedVersion: null }, tellFirst),
  )
  if (published === null) return refuseUnwritten(input)
  if (!published.ok) return refuseWith(input, published.problem, 'live')
  return seeDesk(input, { flash: published.isNew ? 'live-published' : 'live-unchanged' })
}

/**
 * Publishes as official exactly what the page showed (D10): not with inputs that are not saved, and by a second press: the
 * first one is told what it means, and which count or sum is unusual (D3).
 */
async function publishOfficial(input: DeskInput, changes: readonly CodeChange[]) {
  const { contest, round, version, managerId } = input
  const { version: storedVersion, rows } = await loadDeskState(db, input)
  const reason = describeUnsaved(input, changes, rows)
  if (reason !== null) return refuse(input, { text: reason, status: 409 })
  if (version !== storedVersion) return refuseWith(input, 'SCORES_CHANGED')

  const target = { gameId: contest.id, roundNumber: round.roundNumber, managerId, clock }
  const tellFirst = tellUnusual({ contest, round }, input.confirmed ?? null)
  const published = await tryWrite(
    publishRound(db, scoreboards, { ...target, expectedVersion: version, note: null }, tellFirst),
  )
  if (published === null) return refuseUnwritten(input)
  if (!published.ok) return refuseWith(input, published.problem)
  return seeDesk(input, { at: 'done', flash: published.isNew ? 'compute-triggered' : 'compute-unchanged' })
}

/** What is not saved of the page, or of the other way to enter, which it does not show; null for nothing. */
function describeUnsaved(input: DeskInput, changes: readonly CodeChange[], rows: readonly DeskRow[]) {
  const { typed, was, pasted, kept } = input
  const stored = new Map(rows.map(({ code, points }) => [code, points]))
  if (changes.some(({ code, to }) => stored.get(code) !== to))
    return 'There are unsaved inputs. Save them first, then publish.'
  if (pasted === undefined)
    return isBlank(kept) ? null : 'There is unsaved text under Paste. Save or empty it first, then publish.'
  if (Object.keys(toFieldEdits(typed, was)).length === 0) return null
  return `There are unsaved inputs under ${rows.length} fields. Save them first, then publish.`
}

interface DeskReturn {
  /** What was pressed last. */
  at?: string | undefined
  flash?: string
  params?: Record<string, string>
}

/** Leads to the desk as it stands now, with what is not stored of the other way to enter. */
function seeDesk(input: DeskInput, { at, flash, params }: DeskReturn) {
  const { round, songs, pasted, typed } = input
  const isPasting = pasted !== undefined
  const left = { ...input, round: round.roundNumber, typed: isPasting ? typed : {} }
  const url = toDeskUrl(left, songs !== undefined && isPasting ? 'paste' : 'fields', at)
  return flash === undefined
    ? seeOther(url)
    : seeOtherWithFlash(url, { code: flash, params: { round: round.title, ...params } })
}

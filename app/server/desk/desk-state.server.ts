import { type DeskPoints, tallyPoints } from '#app/game/scoring/desk-draft.ts'
import { describeUnusual } from '#app/game/scoring/unusual-points.ts'
import { computeVoteTotal, countQualifiers, qualifierPoints } from '#app/game/scoring/vote-total.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { isOpen } from '#app/game/season/round.ts'
import { type FormattedInstant, formatTimeOfDay } from '#app/game/time/instant.ts'
import { createInstantFormatter, resolveTimeZone } from '#app/http/cookies/time-zone.server.ts'
import { type DeskEntry, listDeskEntries } from '#app/services/scoreboard/desk.server.ts'
import { listUnpublishedCorrections } from '#app/services/scoreboard/publish-basis.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findLivePublication } from '#db/scoreboard/publications.server.ts'
import { type EnteredPoints, findScoredRound, listEnteredPoints } from '#db/scoreboard/round-scores.server.ts'

export interface DeskParams {
  request: Request
  contest: Contest
  round: Round
  /** Game time, epoch ms. */
  now: number
}

/** A country that sings in the show. */
export interface DeskRow extends DeskPoints {
  /** Its place in the running order; null while not drawn. */
  runningOrder: number | null
  isOnStage: boolean
  /** In words: 'Through', or else whether it has sung; 'Out' once the round is official. */
  state: string
  /** As which it was read out in a semi-final, from 1; null when it is not through, and when the order is not known. */
  readOut: number | null
}

/** A round as its desk shows it. */
export type DeskState = Awaited<ReturnType<typeof loadDeskState>>

/** An answer after which the desk's script asks no more, and why. */
export interface DeskEnd {
  ended: string
}

/** What is stored about a round, for its desk. */
export async function loadDeskState(db: Db, { request, contest, round, now }: DeskParams) {
  const key = { gameId: contest.id, roundNumber: round.roundNumber }
  // The version is read before the points: what another desk enters in between is then refused, not lost.
  const version = (await findScoredRound(db, key))?.scoresVersion ?? 0
  const entered = await listEnteredPoints(db, key)
  const entries = await listDeskEntries(db, contest, round)
  const live = await findLivePublication(db, contest.id)
  const isFinal = round.kind === 'final'
  const { timeZone } = resolveTimeZone(request, contest.timeZone)
  const isLive = live?.roundNumbers.includes(round.roundNumber) === true
  const isOfficial = round.computedAt !== null
  const corrections = isOfficial ? await listUnpublishedCorrections(db, contest.id) : []
  const changed = corrections.includes(round.roundNumber) ? ' Later changes are not published yet.' : ''
  const isOver = isOfficial || (isLive && entered.some(({ points }) => points > 0))
  const rows = toRows(entries, { entered, round, isOver })
  const tally = tallyPoints(rows)
  const done = tally.count
  const outOf = isFinal ? rows.length : countQualifiers(rows.length)
  const sum = { points: tally.sum, outOf: computeVoteTotal(contest.entries.length) }
  const before = isOpen(round, now)
    ? createInstantFormatter(request, contest.timeZone)(round.deadlineAt)
    : null
  // Points that are live can be taken back; a final's may be in its fields.
  const nobodyThrough = isFinal || isLive || entered.length > 0 ? null : 'Nobody is through yet.'
  const isDrawn = rows.length > 0 && rows.every(({ runningOrder }) => runningOrder !== null)
  return {
    /** Version of the scores that are shown: no other ones are published as official (D10). */
    version,
    /** When the live points were published, by the visitor's clock; null without any. */
    live: live && isLive ? formatTimeOfDay(live.publishedAt, timeZone) : null,
    isOfficial,
    /** What was entered last at any desk, and when; null before the first. */
    last: findLast(entries, { entered, isFinal, timeZone }),
    /** How many songs have begun, of how many, in words and the country on stage; null before the show, while its running order is not known, and once it is official. */
    songs: isDrawn && !before && !isOfficial ? describeSongs(rows, round) : null,
    rows,
    /** How many countries are through, or have more than 0 points, of how many. */
    done,
    outOf,
    /** The country of a semi-final that was read out last. */
    undo: isFinal ? null : findUndo(rows),
    /** Of a final: the sum of the points, and what it is in the end (D3). */
    sum: isFinal ? sum : null,
    /** Why nothing can be published; null when it can. */
    lock: before ? `Nothing is published before the show: ${before.text}.` : nobodyThrough,
    /** What is told before it is published as official: another count or sum than at the end of a show. The score page stores 0 for each empty field. */
    unusual: describeUnusual(entries, entered, round),
    /** What is told of a round that is official; empty otherwise. */
    officialText: isOfficial ? `These results are official.${changed}` : '',
  }
}

function toRows(
  entries: readonly DeskEntry[],
  { entered, round, isOver }: { entered: readonly EnteredPoints[]; round: Round; isOver: boolean },
): DeskRow[] {
  const points = new Map(entered.map((each) => [each.entryId, each.points]))
  const order = new Map(listReadOut(entered).map((entryId, index) => [entryId, index + 1]))
  return entries
    .filter((entry) => entry.isInShow)
    .map(({ id, code, country, runningOrder }) => ({
      code,
      country,
      runningOrder,
      isOnStage: !isOver && runningOrder !== null && runningOrder === round.songsBegun,
      state: describeRow(points.get(id) ?? 0, runningOrder, { round, isOver }),
      points: points.get(id) ?? null,
      readOut: order.get(id) ?? null,
    }))
}

/** `isOver`: whether points are published, which come after the last song. */
function describeRow(
  points: number,
  runningOrder: number | null,
  { round: { kind, songsBegun, computedAt }, isOver }: { round: Round; isOver: boolean },
): string {
  if (kind !== 'final' && points > 0) return points === qualifierPoints ? 'Through' : `Through: ${points}`
  if (isOver) return kind === 'final' || computedAt === null ? 'Sung' : 'Out'
  if (runningOrder === null || runningOrder > songsBegun) return 'Waiting'
  return runningOrder === songsBegun ? 'On stage now' : 'Sung'
}

function describeSongs(rows: readonly DeskRow[], { songsBegun: begun }: Round) {
  const count = rows.length
  const country = rows.find(({ isOnStage }) => isOnStage)?.country ?? ''
  if (begun === 0) return { begun, count, text: 'No song has begun.', country }
  return {
    begun,
    count,
    text: begun > count ? 'All songs are over.' : `Song ${begun} of ${count}${country && ':'}`,
    country,
  }
}

/** The countries with points in the order in which they were entered; none when several were entered at once. */
function listReadOut(entered: readonly EnteredPoints[]): number[] {
  const through = entered.filter(({ points }) => points > 0)
  const times = new Set(through.map(({ changedAt }) => changedAt))
  if (times.has(null) || times.size < through.length) return []
  return [...through].sort((a, b) => (a.changedAt ?? 0) - (b.changedAt ?? 0)).map(({ entryId }) => entryId)
}

function findUndo(rows: readonly DeskRow[]): DeskRow | null {
  const order = rows.flatMap(({ readOut }) => readOut ?? [])
  return rows.find(({ readOut }) => readOut !== null && readOut === Math.max(...order)) ?? null
}

interface LastParams {
  entered: readonly EnteredPoints[]
  isFinal: boolean
  timeZone: string
}

/** What was entered last: 'Finland 196', in a semi-final 'Finland', or '26 countries' at once. */
function findLast(
  entries: readonly DeskEntry[],
  { entered, isFinal, timeZone }: LastParams,
): { text: string; at: FormattedInstant } | null {
  const at = Math.max(0, ...entered.map(({ changedAt }) => changedAt ?? 0))
  if (at === 0) return null
  const last = entered.filter(({ changedAt }) => changedAt === at)
  const [first] = last
  const country = entries.find(({ id }) => id === first?.entryId)?.country ?? ''
  const one = isFinal ? `${country} ${first?.points}` : country
  return { text: last.length > 1 ? `${last.length} countries` : one, at: formatTimeOfDay(at, timeZone) }
}

import { arePointsValid } from '#app/game/scoring/scoring.ts'
import { describeUnusual } from '#app/game/scoring/unusual-points.ts'
import type { Contest, Entry, Round } from '#app/game/season/contest.ts'
import { isOpen } from '#app/game/season/round.ts'
import { isInShow } from '#app/game/season/show-state.ts'
import { findOfficialShowFacts } from '#app/services/seasons/show-facts.server.ts'
import type { Clock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import {
  listEnteredPoints,
  listRoundScores,
  replaceEntryPoints,
  updateScoresSaved,
} from '#db/scoreboard/round-scores.server.ts'
import { listRounds, updateSongsBegun } from '#db/seasons/rounds.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import type { TellFirst, Untold } from './publish-basis.server.ts'

/** A country at the desk: its place in the show's running order, where it is known and it sings in the show. */
export interface DeskEntry extends Entry {
  isInShow: boolean
  runningOrder: number | null
}

/** The countries in the order of a round's desk: those that sing in it in running order, then the others by name. */
export async function listDeskEntries(db: Db, contest: Contest, round: Round): Promise<DeskEntry[]> {
  const facts = await findOfficialShowFacts(db, contest, Number.POSITIVE_INFINITY)
  const known = contest.entries.map((entry) => {
    const sings = isInShow(facts, entry, round)
    const place = round.kind === 'final' ? (facts.finalOrder.get(entry.id) ?? null) : entry.semiRunningOrder
    return { ...entry, isInShow: sings, runningOrder: sings ? place : null }
  })
  const singing = known.filter((entry) => entry.isInShow)
  singing.sort((a, b) => (a.runningOrder ?? 999) - (b.runningOrder ?? 999))
  return [...singing, ...known.filter((entry) => !entry.isInShow)]
}

/**
 * Tells an admin what is unusual about the points, and that they correct official ones, before they are published (D3). `told`:
 * what this was before the press; null asks in any case.
 */
export function tellUnusual(
  { contest, round, isLive = false }: { contest: Contest; round: Round; isLive?: boolean },
  told: string | null,
): TellFirst<Untold> {
  return async (db, { note }) => {
    const entries = await listDeskEntries(db, contest, round)
    const entered = await listEnteredPoints(db, { gameId: contest.id, roundNumber: round.roundNumber })
    const unusual = describeUnusual(entries, entered, { kind: round.kind, isLive })
    const correction = note === null ? '' : 'This changes official results. Your note is shown with them.'
    const toTell = [unusual, correction].filter(Boolean).join(' ')
    return told === toTell || (told !== null && toTell === '') ? null : { toTell }
  }
}

/** Points of one country as a desk showed them and as they shall be; null: none entered. */
export interface PointsChange {
  entryId: number
  from: number | null
  to: number | null
}

export type ChangePointsResult =
  | { ok: true }
  | { ok: false; problem: 'ROUND_MISSING' | 'ROUND_OFFICIAL' | 'ENTRY_UNKNOWN' | 'POINTS_INVALID' }
  /** Another desk changed these meanwhile; `points` are what is stored now. */
  | { ok: false; problem: 'SCORES_CHANGED'; stored: readonly { entryId: number; points: number | null }[] }

interface ChangePointsInput {
  gameId: number
  roundNumber: number
  changes: readonly PointsChange[]
  clock: Clock
}

/**
 * Changes the points of some countries of a round, all or none; the others stay as they are. A country that has other
 * points than the desk showed is refused, unless it has the new ones already: two desks lose nothing of each other. Refused
 * once the round is official: a correction needs its note (D34).
 */
export async function changePoints(db: Db, input: ChangePointsInput): Promise<ChangePointsResult> {
  return db.transaction().execute(async (tx): Promise<ChangePointsResult> => {
    const { gameId, roundNumber, changes, clock } = input
    const refusal = refuseUnlessUnofficial(await findRound(tx, input))
    if (refusal) return refusal
    const known = new Set((await listRoundScores(tx, { gameId, roundNumber })).map(({ entryId }) => entryId))
    if (changes.some(({ entryId }) => !known.has(entryId))) return { ok: false, problem: 'ENTRY_UNKNOWN' }
    if (changes.some(({ to }) => to !== null && !arePointsValid(to)))
      return { ok: false, problem: 'POINTS_INVALID' }

    const entered = await listEnteredPoints(tx, { gameId, roundNumber })
    const points = new Map(entered.map((each) => [each.entryId, each.points]))
    const storedOf = (entryId: number) => points.get(entryId) ?? null
    const open = changes.filter(({ entryId, to }) => storedOf(entryId) !== to)
    const stored = open
      .filter(({ entryId, from }) => storedOf(entryId) !== from)
      .map(({ entryId }) => ({ entryId, points: storedOf(entryId) }))
    if (stored.length > 0) return { ok: false, problem: 'SCORES_CHANGED', stored }
    if (open.length === 0) return { ok: true }

    const now = await clock(tx)
    const written = open.map(({ entryId, to }) => ({ entryId, points: to }))
    await replaceEntryPoints(tx, { gameId, roundNumber }, written, now)
    await updateScoresSaved(tx, { gameId, roundNumber, now })
    await bumpVersion(tx, 'game')
    return { ok: true }
  })
}

export type ChangeSongsResult =
  /** `begunAlready`: how many songs had begun when another press came first; this one is not counted then. */
  | { ok: true; begunAlready?: number }
  | { ok: false; problem: 'ROUND_MISSING' | 'ROUND_OFFICIAL' | 'ROUND_NOT_STARTED' }

interface ChangeSongsInput {
  gameId: number
  roundNumber: number
  /** How many songs had begun by the desk that asks, and how many have by its press. */
  from: number
  to: number
  clock: Clock
}

/**
 * Counts a show's songs (D35): a song begins, or the last press is taken back. When another desk pressed meanwhile nothing
 * changes, and the press is told so: two presses for one song count once.
 */
export async function changeSongsBegun(db: Db, input: ChangeSongsInput): Promise<ChangeSongsResult> {
  return db.transaction().execute(async (tx): Promise<ChangeSongsResult> => {
    const { gameId, roundNumber, from, to, clock } = input
    const round = await findRound(tx, input)
    const refusal = refuseUnlessUnofficial(round)
    if (refusal || !round) return refusal ?? { ok: false, problem: 'ROUND_MISSING' }
    if (isOpen(round, await clock(tx))) return { ok: false, problem: 'ROUND_NOT_STARTED' }
    if (round.songsBegun !== from) return { ok: true, begunAlready: round.songsBegun }
    await updateSongsBegun(tx, { gameId, roundNumber, songsBegun: to })
    await bumpVersion(tx, 'game')
    return { ok: true }
  })
}

async function findRound(tx: Db, { gameId, roundNumber }: { gameId: number; roundNumber: number }) {
  return (await listRounds(tx, gameId)).find((round) => round.roundNumber === roundNumber)
}

function refuseUnlessUnofficial(round: Round | undefined) {
  if (!round) return { ok: false, problem: 'ROUND_MISSING' } as const
  return round.computedAt === null ? null : ({ ok: false, problem: 'ROUND_OFFICIAL' } as const)
}

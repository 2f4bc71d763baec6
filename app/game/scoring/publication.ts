import type { EntryPoints } from './scoring.ts'

/** A public note has at most so many characters. */
export const NOTE_LIMIT = 200

/** What a round's countries earned, as it was announced. */
export interface RoundPoints {
  roundNumber: number
  scores: readonly EntryPoints[]
}

/** One announcement of points. It is never changed or deleted (D34). */
export interface Publication {
  id: number
  gameId: number
  /** Counts per game: 1, 2, 3 … */
  version: number
  kind: 'live' | 'official'
  /** The rounds it covers, in order. */
  roundNumbers: readonly number[]
  /** Game time, epoch ms. */
  publishedAt: number
  /** What is told in public about a correction. */
  note: string | null
  /** The newest team, and the newest change of a league's members, when it was published. */
  lastTeamId: number
  lastMembershipChangeId: number
}

/** Whether the same points were announced for the same rounds: then there is nothing to publish (D34). */
export function arePointsEqual(one: readonly RoundPoints[], other: readonly RoundPoints[]): boolean {
  return one.length === other.length && one.every((round, index) => isRoundEqual(round, other[index]))
}

function isRoundEqual(one: RoundPoints, other: RoundPoints | undefined): boolean {
  if (one.roundNumber !== other?.roundNumber) return false
  const points = new Map(other.scores.map((score) => [score.entryId, score.points]))
  const known = new Map(one.scores.map((score) => [score.entryId, score.points]))
  const entries = [...points.keys(), ...known.keys()]
  return entries.every((entryId) => (points.get(entryId) ?? 0) === (known.get(entryId) ?? 0))
}

/** Whether a publication changes points of a round that was announced before: a correction (D34). */
export function isCorrection(inForce: readonly RoundPoints[], wanted: readonly RoundPoints[]): boolean {
  return inForce.some((round) => {
    const again = wanted.find((each) => each.roundNumber === round.roundNumber)
    return again !== undefined && !isRoundEqual(round, again)
  })
}

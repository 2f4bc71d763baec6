import type { EntryPoints } from './scoring.ts'

/** The note of a correction that nobody explained: the API takes none (D34). */
export const UNEXPLAINED_CORRECTION = 'Corrected'

export const NOTE_LIMIT = 200

/** The published points of a round's countries. */
export interface RoundPoints {
  roundNumber: number
  scores: readonly EntryPoints[]
}

/** One publication of points. It is never changed or deleted (D34). */
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
  note: string | null
  /** The publication that pages showed before; null for the first. Versions do not tell: they count on when the demo's clock goes back. */
  replacedId: number | null
}

/** Whether any country has points: a round that is live may have been emptied again (D34). */
export function hasAnyPoints({ scores }: Pick<RoundPoints, 'scores'>): boolean {
  return scores.some(({ points }) => points > 0)
}

/** Whether the same points are published for the same rounds: then there is nothing to publish (D34). */
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

/** Whether new points change those of a published round: a correction (D34). */
export function isCorrection(inForce: readonly RoundPoints[], next: readonly RoundPoints[]): boolean {
  return inForce.some((round) => {
    const again = next.find((each) => each.roundNumber === round.roundNumber)
    return again !== undefined && !isRoundEqual(round, again)
  })
}

/** The presses of a round's evening, from its first live points to the first official ones. `presses`: the oldest first. */
export function listEveningPresses<Press extends Pick<Publication, 'kind' | 'roundNumbers'>>(
  presses: readonly Press[],
  roundNumber: number,
): Press[] {
  const ofRound = presses.filter(({ roundNumbers }) => roundNumbers.at(-1) === roundNumber)
  const official = ofRound.findIndex(({ kind }) => kind === 'official')
  return official < 0 ? ofRound : ofRound.slice(0, official + 1)
}

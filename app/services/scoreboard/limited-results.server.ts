import type { RoundPoints } from '#app/game/scoring/publication.ts'
import type { SeasonColumns } from './lineup-columns.server.ts'
import {
  type ComputedSeason,
  coversAfter,
  type PublishedSeason,
  type Results,
  toResults,
} from './results.server.ts'

type Compute = (columns: SeasonColumns, points: readonly RoundPoints[]) => Promise<ComputedSeason>

/**
 * Computes results as after an earlier round, for visitors who hide the later ones (D38): once for each publication and
 * round, and they leave the memory together.
 */
export function createLimitedResults(compute: Compute) {
  const known = new WeakMap<PublishedSeason, Map<number, Promise<PublishedSeason>>>()

  /** A correction's note may name what is hidden. */
  async function computeUpTo(season: PublishedSeason, roundNumber: number): Promise<PublishedSeason> {
    const { columns, points, publication } = season
    const kept = points.filter((round) => round.roundNumber <= roundNumber)
    const roundNumbers = publication.roundNumbers.filter((each) => each <= roundNumber)
    return { publication: { ...publication, roundNumbers, note: null }, ...(await compute(columns, kept)) }
  }

  function findUpTo(season: PublishedSeason, roundNumber: number): Promise<PublishedSeason> {
    const rounds = known.get(season) ?? new Map<number, Promise<PublishedSeason>>()
    known.set(season, rounds)
    const found = rounds.get(roundNumber)
    if (found) return found
    const computing = computeUpTo(season, roundNumber)
    rounds.set(roundNumber, computing)
    computing.catch(() => rounds.delete(roundNumber))
    return computing
  }

  /** The results as after this round; null when they cover none up to it. */
  return async (results: Results | null, roundNumber: number): Promise<Results | null> => {
    if (!results || !coversAfter(results, roundNumber)) return results
    const last = results.publication.roundNumbers.findLast((each) => each <= roundNumber)
    return last === undefined ? null : toResults(await findUpTo(results.season, last))
  }
}

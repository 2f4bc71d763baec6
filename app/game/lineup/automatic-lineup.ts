import type { RoundPoints } from '#app/game/scoring/publication.ts'
import type { Entry, Round } from '#app/game/season/contest.ts'
import { isInShow } from '#app/game/season/show-state.ts'
import type { Lineup } from './lineup.ts'

interface RoundsAndEntries {
  rounds: readonly Pick<Round, 'roundNumber' | 'kind'>[]
  entries: readonly Pick<Entry, 'id' | 'semiFinal'>[]
}

/**
 * The entries that are not in a round: in a semi-final those of the other one and the pre-qualified; in the final those
 * whose semi-final has official results without them (D8). `official`: the points in force.
 */
export function listAbsentEntries(
  { rounds, entries }: RoundsAndEntries,
  round: Pick<Round, 'roundNumber' | 'kind'>,
  official: readonly RoundPoints[],
): Set<number> {
  const absent = entries.filter((entry) => !isInShow({ rounds, official }, entry, round))
  return new Set(absent.map((entry) => entry.id))
}

/** The team's order with absent entries moved to the end; both parts keep their order (D8). */
export function buildAutomaticOrder(team: readonly number[], absent: ReadonlySet<number>): number[] {
  return [...team.filter((id) => !absent.has(id)), ...team.filter((id) => absent.has(id))]
}

interface ResolveLineupsParams {
  season: RoundsAndEntries
  rounds: readonly Pick<Round, 'roundNumber' | 'kind' | 'settledAt'>[]
  /** The team's entries in team order. */
  team: readonly number[]
  official: readonly RoundPoints[]
  /** The newest round whose results may be shown; infinite where none are hidden. */
  revealedRound: number
}

/**
 * The current line-ups: an automatic one is derived from the official results, until it is stored permanently after the
 * deadline (D8). The stored one would tell what came before it, so it is derived while that is hidden (D38). A line-up saved by the manager is unchanged.
 */
export function resolveLineups(
  lineups: readonly Lineup[],
  { season, rounds, team, official, revealedRound }: ResolveLineupsParams,
): Lineup[] {
  return lineups.map((lineup) => {
    const round = rounds.find((each) => each.roundNumber === lineup.roundNumber)
    if (!lineup.isAutomatic || !round) return lineup
    if (round.settledAt !== null && round.roundNumber <= revealedRound + 1) return lineup
    return { ...lineup, entryIds: buildAutomaticOrder(team, listAbsentEntries(season, round, official)) }
  })
}

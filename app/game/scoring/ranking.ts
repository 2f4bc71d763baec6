/** A team's place in a table. */
export interface Place {
  /** 1, 2, 3 … without gaps: the row's place in the table. */
  position: number
  /** 1-2-2-4: equal totals share a rank (D5). */
  rank: number
  /** How many teams share the rank, itself included. */
  tied: number
}

/** The n of 'Top n %' (D5): rank over ranked teams, or over the own rank when that is larger; never below 1. */
export function computeTopPercent({ rank, rankedTeams }: { rank: number; rankedTeams: number }): number {
  return Math.max(1, Math.ceil((100 * rank) / Math.max(rankedTeams, rank)))
}

/**
 * Ranks gained (positive) or lost since the previous computed round; null when either is missing. It compares ranks, not
 * rows: inside a tie nothing moves.
 */
export function computeMovement({ rank, previousRank }: Pick<RankedTeam, 'rank' | 'previousRank'>) {
  return rank === null || previousRank === null ? null : previousRank - rank
}

export interface Standing extends Place {
  totalHundredths: number
  rankedTeams: number
  /** After the computed round before the last; null while there is none. */
  previousRank: number | null
}

export type LeagueStanding = Omit<Standing, 'rankedTeams'>

/** A team's result of one round. Ranks are among all teams; `rank` is the one after this round (D10). */
export interface RoundResult {
  roundNumber: number
  scoreHundredths: number
  roundRank: number
  totalHundredths: number
  rank: number
}

/** A row of the global ranking, never with a manager's name (D9). Null values before the first publication. */
export interface RankedTeam {
  teamId: number
  teamName: string
  rank: number | null
  /** How many teams share the rank; 1 for a single team or without a rank. */
  tied: number
  totalHundredths: number | null
  /** After the computed round before the last; null while there is none. */
  previousRank: number | null
}

/** A row of a league's table: its members may see the manager's name (D9). */
export interface RankedMember extends RankedTeam {
  managerName: string
}

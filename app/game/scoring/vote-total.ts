/** The points of a qualifier in its semi-final (D3). */
export const qualifierPoints = 50

/** 12, 10, 8, 7, 6, 5, 4, 3, 2 and 1 point. */
const pointsOfOneVote = 58

/** What the juries of a final give together (D3): 2,146 with 37 countries. */
export function computeJuryTotal(countryCount: number): number {
  return pointsOfOneVote * countryCount
}

/**
 * What the juries and the viewers of a final give together (D3): of each country both, and the viewers of the rest of the
 * world. 4,350 with 37 countries.
 */
export function computeVoteTotal(countryCount: number): number {
  return pointsOfOneVote * (2 * countryCount + 1)
}

/** How many countries qualify from a semi-final in which so many sing (D3). */
export function countQualifiers(singerCount: number): number {
  return Math.min(10, singerCount)
}

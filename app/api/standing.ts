import { z } from 'zod'
import { computeMovement } from '#app/game/scoring/ranking.ts'
import { toPoints } from '#app/game/scoring/scoring.ts'

/** The standing in every ranked row (D5). All null before the first computation. */
export const standingFields = {
  sharedBy: z.int().nullable().describe('How many hold the same rank, itself included'),
  movement: z
    .int()
    .nullable()
    .describe('Ranks won (positive) or lost since the computed round before; null while there is none'),
}

interface StandingInput {
  rank: number | null
  tied: number
  totalHundredths: number | null
  previousRank: number | null
}

/** Score in points (D4), rank, number of teams with the same rank, and movement. */
export function toStandingFields(standing: StandingInput | undefined) {
  if (!standing || standing.rank === null) return { rank: null, score: null, sharedBy: null, movement: null }
  const { rank, tied, totalHundredths } = standing
  const score = totalHundredths === null ? null : toPoints(totalHundredths)
  return { rank, score, sharedBy: tied, movement: computeMovement(standing) }
}

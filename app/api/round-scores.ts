import { z } from 'zod'
import type { EntryPoints } from '#app/game/scoring/scoring.ts'

const playerScore = z
  .object({ playerId: z.int(), score: z.int().min(0).max(9999) })
  .meta({ id: 'PlayerScore', example: { playerId: 2, score: 50 } })

export const roundScores = z.object({ playerScores: z.array(playerScore).max(500) }).meta({
  id: 'RoundScores',
  description: 'The points of every player in a round. A player that is not listed on saving gets 0.',
})

export const statistics = z
  .object({ totalTeams: z.int(), totalLeagues: z.int() })
  .meta({ id: 'Statistics', example: { totalTeams: 240, totalLeagues: 31 } })

export function toRoundScores(scores: readonly EntryPoints[]): z.input<typeof roundScores> {
  return { playerScores: scores.map(({ entryId, points }) => ({ playerId: entryId, score: points })) }
}

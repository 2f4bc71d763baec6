import { z } from 'zod'
import type { RoundResult, Standing } from '#app/game/scoring/ranking.ts'
import type { ResultLine } from '#app/game/scoring/results.ts'
import { toPoints } from '#app/game/scoring/scoring.ts'
import type { Team } from '#app/game/team/team.ts'
import { player, toPlayer } from './player.ts'

export const roundPoints = z
  .object({
    team: z.object({
      teamName: z.string(),
      score: z.number().nullable().describe('After all computed rounds'),
      rank: z.int().nullable(),
    }),
    gameRound: z.int().describe('The number of the round'),
    playerLineUp: z.array(player).describe('In order of position'),
    playerScores: z.array(z.number().nullable()).describe('What each position earned: points × share'),
    playerPoints: z.array(z.int().nullable()).describe("Each country's own points"),
    roundRank: z.int().nullable(),
    roundScore: z.number().nullable().describe('The sum of playerScores'),
  })
  .meta({ id: 'RoundPoints', description: 'What a team earned in a round. Nulls until it is computed.' })

interface RoundPointsInput {
  team: Team
  standing: Standing | undefined
  roundNumber: number
  result: RoundResult | undefined
  lines: readonly ResultLine[]
}

/** A team's result of a round past its deadline (D9: the caller has checked it). */
export function toRoundPoints(input: RoundPointsInput): z.input<typeof roundPoints> {
  const { team, standing, roundNumber, result, lines } = input
  return {
    team: {
      teamName: team.teamName,
      score: standing ? toPoints(standing.totalHundredths) : null,
      rank: standing?.rank ?? null,
    },
    gameRound: roundNumber,
    playerLineUp: lines.map((line) => toPlayer(line.entry)),
    playerScores: lines.map((line) =>
      line.scoreHundredths === null ? null : toPoints(line.scoreHundredths),
    ),
    playerPoints: lines.map((line) => line.points),
    roundRank: result?.roundRank ?? null,
    roundScore: result ? toPoints(result.scoreHundredths) : null,
  }
}

import { z } from 'zod'
import type { Contest } from '#app/game/season/contest.ts'
import { hasFinalRoundStarted, hasFirstRoundStarted } from '#app/game/season/round.ts'

const round = z
  .object({
    roundNumber: z.int(),
    roundTitle: z.string(),
    deadline: z.iso.datetime().describe('When its show starts and its line-ups close'),
  })
  .meta({
    id: 'Round',
    example: { roundNumber: 1, roundTitle: 'First semi-final', deadline: '2025-05-13T19:00:00.000Z' },
  })

export const activeGame = z
  .object({
    rounds: z.array(round),
    lineupPositionPercentages: z.array(z.number()).describe('The share of the points by position'),
    afterFirstRoundStarted: z.boolean(),
    afterFinalRoundStarted: z.boolean(),
  })
  .meta({ id: 'ActiveGame', description: 'The season that is being played.' })

/** The active game at an instant of game time (epoch ms). */
export function toActiveGame(contest: Contest, now: number): z.input<typeof activeGame> {
  return {
    rounds: contest.rounds.map(({ roundNumber, title, deadlineAt }) => ({
      roundNumber,
      roundTitle: title,
      deadline: new Date(deadlineAt).toISOString(),
    })),
    lineupPositionPercentages: [...contest.lineupPercentages],
    afterFirstRoundStarted: hasFirstRoundStarted(contest.rounds, now),
    afterFinalRoundStarted: hasFinalRoundStarted(contest.rounds, now),
  }
}

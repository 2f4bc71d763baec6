import { z } from 'zod'
import type { Lineup } from '#app/game/lineup/lineup.ts'
import type { Contest } from '#app/game/season/contest.ts'
import { pickEntriesById } from '#app/game/team/team.ts'
import { player, toPlayer } from './player.ts'
import { sixPlayers } from './team.ts'

export const roundLineup = z
  .object({
    gameRound: z.int().describe('The number of the round'),
    playerLineUp: z.array(player).describe('In order of position'),
  })
  .meta({ id: 'RoundLineup', description: 'The line-up of a team for one round.' })

export const lineupDraft = z
  .object({ players: sixPlayers.describe('The playerIds of your team, in order of position') })
  .meta({
    id: 'LineupDraft',
    description: 'A line-up to be saved: the six players of your team in a new order.',
    example: { players: [11, 2, 8, 15, 30, 21] },
  })

/** A round's line-up; empty for a team that joined after its deadline (D7). */
export function toRoundLineup(
  contest: Contest,
  roundNumber: number,
  lineup: Lineup | undefined,
): z.input<typeof roundLineup> {
  return {
    gameRound: roundNumber,
    playerLineUp: pickEntriesById(contest.entries, lineup?.entryIds ?? []).map(toPlayer),
  }
}

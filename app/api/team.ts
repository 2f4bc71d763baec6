import { z } from 'zod'
import type { Standing } from '#app/game/scoring/ranking.ts'
import { computeTopPercent } from '#app/game/scoring/ranking.ts'
import type { Contest } from '#app/game/season/contest.ts'
import { NAME_LIMIT, pickEntriesById, TEAM_SIZE, type Team } from '#app/game/team/team.ts'
import { apiLine } from '#app/http/forms/fields.server.ts'
import { player, toPlayer } from './player.ts'
import { standingFields, toStandingFields } from './standing.ts'

export const myTeam = z
  .object({
    teamId: z.int().nullable().describe('Null while you have no team'),
    teamName: z.string(),
    managerName: z.string().describe('Shown to members of your private leagues only'),
    players: z.array(player),
    rank: z.int().nullable(),
    score: z.number().nullable(),
    ...standingFields,
    rankPercentile: z.int().nullable().describe("The n of 'Top n %'"),
    changeAllowed: z.boolean(),
  })
  .meta({ id: 'MyTeam', description: 'Your team in the active game.' })

const name = (what: string) => apiLine(NAME_LIMIT, `Please limit the ${what} to ${NAME_LIMIT} characters.`, 1)

/** The playerIds of a team. More are read, so that the rules report them. */
export const sixPlayers = z.array(z.int()).max(100).meta({ minItems: TEAM_SIZE, maxItems: TEAM_SIZE })

export const teamDraft = z
  .object({
    teamName: name('team name'),
    managerName: name('manager name'),
    players: sixPlayers.describe('Six playerIds, in team order'),
  })
  .meta({
    id: 'TeamDraft',
    description: 'A team to be saved: six different players within 100 million euros.',
    example: { teamName: 'The Six Lights', managerName: 'Anna', players: [2, 8, 11, 15, 21, 30] },
  })

interface MyTeamInput {
  contest: Contest
  team: Team | undefined
  standing: Standing | undefined
  isChangeAllowed: boolean
}

/** The caller's own team; without a team empty names and players (docs/product.md, 'API responses'). */
export function toMyTeam({ contest, team, standing, isChangeAllowed }: MyTeamInput): z.input<typeof myTeam> {
  return {
    teamId: team?.id ?? null,
    teamName: team?.teamName ?? '',
    managerName: team?.managerName ?? '',
    players: pickEntriesById(contest.entries, team?.entryIds ?? []).map(toPlayer),
    ...toStandingFields(standing),
    rankPercentile: standing ? computeTopPercent(standing) : null,
    changeAllowed: isChangeAllowed,
  }
}

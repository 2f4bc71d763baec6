import { z } from 'zod'
import { toRankingName } from '#app/game/account-deletion.ts'
import type { RankedTeam } from '#app/game/scoring/ranking.ts'
import { standingFields, toStandingFields } from './standing.ts'

const rankedTeam = z
  .object({
    teamId: z.int(),
    teamName: z.string().describe('‘Deleted team’ for the place of a deleted account'),
    teamRank: z.int().nullable(),
    teamScore: z.number().nullable(),
    ...standingFields,
  })
  .meta({
    id: 'RankedTeam',
    example: {
      teamId: 7,
      teamName: 'The Six Lights',
      teamRank: 1,
      teamScore: 1210.15,
      sharedBy: 1,
      movement: 3,
    },
  })

export const rankedTeams = z
  .object({ data: z.array(rankedTeam), totalElements: z.int() })
  .meta({ id: 'RankedTeams', description: 'A page of the global ranking. It never shows a manager’s name.' })

export function toRankedTeams(
  rows: readonly RankedTeam[],
  totalElements: number,
): z.input<typeof rankedTeams> {
  const data = rows.map((row) => {
    const { rank, score, ...rest } = toStandingFields(row)
    return {
      teamId: row.teamId,
      teamName: toRankingName(row.teamName),
      teamRank: rank,
      teamScore: score,
      ...rest,
    }
  })
  return { data, totalElements }
}

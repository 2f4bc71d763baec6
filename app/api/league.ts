import { z } from 'zod'
import { LEAGUE_NAME_LIMIT, type League } from '#app/game/league.ts'
import type { RankedMember } from '#app/game/scoring/ranking.ts'
import { apiLine, apiText } from '#app/http/forms/fields.server.ts'
import { standingFields, toStandingFields } from './standing.ts'

export const league = z
  .object({
    leagueId: z.int(),
    leagueName: z.string(),
    inviteSecret: z.string().describe('Lets whoever holds it join: for members only'),
  })
  .meta({
    id: 'League',
    example: { leagueId: 3, leagueName: 'The sofa', inviteSecret: 'q2mXo0wN5mJ8yTzLr4cVbA' },
  })

export const leagues = z
  .array(league)
  .meta({ id: 'Leagues', description: 'Your leagues, in the order in which you joined them.' })

const tooLong = `Please limit the league name to ${LEAGUE_NAME_LIMIT} characters.`

export const leagueDraft = z
  .object({ leagueName: apiLine(LEAGUE_NAME_LIMIT, tooLong, 1) })
  .meta({ id: 'LeagueDraft', example: { leagueName: 'The sofa' } })

export const invite = z
  .object({ leagueSecret: apiText(1000, 'No secret is that long.') })
  .meta({ id: 'Invite', example: { leagueSecret: 'q2mXo0wN5mJ8yTzLr4cVbA' } })

const leagueMember = z
  .object({
    leagueRank: z.int().nullable(),
    teamId: z.int(),
    teamName: z.string(),
    managerName: z.string(),
    teamScore: z.number().nullable(),
    ...standingFields,
  })
  .meta({ id: 'LeagueMember' })

export const leagueMembers = z
  .object({ data: z.array(leagueMember), totalElements: z.int() })
  .meta({ id: 'LeagueMembers', description: 'A page of a league’s table, for its members only.' })

export function toLeague({ id, leagueName, inviteSecret }: League): z.input<typeof league> {
  return { leagueId: id, leagueName, inviteSecret }
}

/** A page of a league's table, for one of its members (D9). */
export function toLeagueMembers(
  rows: readonly RankedMember[],
  totalElements: number,
): z.input<typeof leagueMembers> {
  const data = rows.map((row) => {
    const { rank, score, ...rest } = toStandingFields(row)
    const { teamId, teamName, managerName } = row
    return { leagueRank: rank, teamId, teamName, managerName, teamScore: score, ...rest }
  })
  return { data, totalElements }
}

import type { Visitor } from '#app/auth/permissions.ts'
import type { League } from '#app/game/league.ts'
import { findNextRound } from '#app/game/season/round.ts'
import type { Invite } from '#app/http/invite-link.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { findJoinProblem } from '#app/services/leagues/leagues.server.ts'
import type { Db } from '#db/schema.server.ts'

type InviteGame = GameContext<Visitor | null>

interface InviteParams {
  invite: Invite
  league: League | undefined
}

export type InviteView = Awaited<ReturnType<typeof loadInvite>>

/** The invite's page: the join button, or the reason and the next step (D11). */
export async function loadInvite(db: Db, game: InviteGame, params: InviteParams) {
  return {
    kind: 'invite' as const,
    countries: game.lamps,
    hasDialog: false,
    invite: await decideInviteState(db, game, params),
  }
}

async function decideInviteState(db: Db, game: InviteGame, { invite, league }: InviteParams) {
  if (!league) return { state: 'invalid' } as const
  const { contest, team, now } = game
  const { leagueName, memberCount, id: leagueId } = league
  if (league.gameId !== contest.id || (!team && !findNextRound(contest.rounds, now)))
    return { state: 'over', leagueName, hasTeam: team !== undefined } as const
  const { secret } = invite
  if (!team) return { state: 'no-team', leagueId, secret, leagueName, memberCount } as const
  const problem = await findJoinProblem(db, { league, game: contest, teamId: team.id })
  if (problem === 'ALREADY') return { state: 'member', leagueId, leagueName } as const
  if (problem) return { state: problem === 'REMOVED_FROM_LEAGUE' ? 'removed' : 'limit', leagueName } as const
  return { state: 'open', leagueId, secret, leagueName, memberCount } as const
}

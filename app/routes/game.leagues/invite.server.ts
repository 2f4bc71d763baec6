import type { AppLoadContext } from '@remix-run/node'
import type { Visitor } from '#app/auth/permissions.ts'
import type { League } from '#app/game/league.ts'
import type { Contest } from '#app/game/season/contest.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { findNextRound } from '#app/game/season/round.ts'
import { pickEntriesById, type Team } from '#app/game/team/team.ts'
import type { PendingInvite } from '#app/http/cookies/league-cookies.server.ts'
import type { InstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import { throwIfRateLimited } from '#app/http/responses.server.ts'
import { rateLimits, readClientAddress } from '#app/server/rate-limit.server.ts'
import { findInvitedLeague, findJoinProblem } from '#app/services/leagues/leagues.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { InviteState, InviteView, LastDeadline } from './view.ts'

/**
 * The league of an invite. Wrong secrets are rate limited: 10 in 10 minutes per manager, 60 per IP address for visitors
 * (security.md). Over the limit the request ends with 429 before any lookup, so that guessing reveals nothing.
 */
export async function findLimitedInvitedLeague(
  db: Db,
  context: AppLoadContext,
  visitor: Visitor | null,
  invite: PendingInvite,
): Promise<League | undefined> {
  const limit = visitor ? rateLimits.wrongInvite : rateLimits.wrongInviteOfStranger
  const key = visitor ? String(visitor.managerId) : readClientAddress(context)
  if (key !== undefined) throwIfRateLimited(limit.peek(key))
  const league = await findInvitedLeague(db, invite)
  if (!league && key !== undefined) limit.consume(key)
  return league
}

interface InviteParams {
  contest: Contest
  team: Team | undefined
  invite: PendingInvite
  league: League | undefined
  /** Game time, epoch ms. */
  now: number
  print: InstantFormatter
}

/** The invite's page for a manager: the join button, or the reason and the next step (D11). */
export async function loadInvite(db: Db, params: InviteParams): Promise<InviteView> {
  const { contest, team, now, print } = params
  const next = toNextDeadlineView({ rounds: contest.rounds, now, print })
  const lights = team ? pickEntriesById(contest.entries, team.entryIds) : []
  return { kind: 'invite', lights, next, hasDialog: false, invite: await decideInviteState(db, params) }
}

async function decideInviteState(
  db: Db,
  { contest, team, invite, league, now, print }: InviteParams,
): Promise<InviteState> {
  if (!league) return { state: 'invalid' }
  const { leagueName, memberCount, id: leagueId } = league
  if (league.gameId !== contest.id) return { state: 'over', leagueName, hasTeam: team !== undefined }
  const until = toLastDeadline(contest, print)
  if (!team) {
    return findNextRound(contest.rounds, now)
      ? { state: 'no-team', leagueName, memberCount, until }
      : { state: 'over', leagueName, hasTeam: false }
  }
  const problem = await findJoinProblem(db, { league, game: contest, teamId: team.id })
  if (problem === 'ALREADY') return { state: 'member', leagueId, leagueName }
  if (problem === 'REMOVED_FROM_LEAGUE') return { state: 'removed', leagueName }
  if (problem) return { state: 'limit', leagueName }
  return { state: 'open', leagueId, secret: invite.secret, leagueName, memberCount, until }
}

/** The last deadline of the season. */
export function toLastDeadline(contest: Contest, print: InstantFormatter): LastDeadline {
  const last = contest.rounds.at(-1)
  return { roundTitle: last?.title ?? '', ...print(last?.deadlineAt ?? contest.concludedAt) }
}

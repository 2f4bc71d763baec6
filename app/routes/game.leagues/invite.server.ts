import type { Visitor } from '#app/auth/permissions.ts'
import { nextClosing } from '#app/game/closing.ts'
import type { Contest } from '#app/game/contest.ts'
import type { League } from '#app/game/league.ts'
import { findNextRound } from '#app/game/round.ts'
import { entriesOf, type Team } from '#app/game/team.ts'
import { orTooMany } from '#app/http/answers.server.ts'
import type { PendingInvite } from '#app/http/league-cookies.server.ts'
import { clientAddress, limits } from '#app/http/limits.server.ts'
import type { InstantPrinter } from '#app/http/zone.server.ts'
import { findInvited, whyNotJoin } from '#app/services/leagues.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { InviteView, LastDeadline, ShownInvite } from './view.ts'

/**
 * The league of an invite, counting wrong secrets: 10 in 10 minutes per manager, 60 per address for strangers
 * (security.md). Past the limit the request ends with 429 and nothing is looked up, so that guessing learns nothing.
 */
export async function openInvite(
  db: Db,
  request: Request,
  visitor: Visitor | null,
  invite: PendingInvite,
): Promise<League | undefined> {
  const limit = visitor ? limits.wrongInvite : limits.wrongInviteOfStranger
  const key = visitor ? String(visitor.managerId) : clientAddress(request)
  orTooMany(limit.peek(key))
  const league = await findInvited(db, invite)
  if (!league) limit.consume(key)
  return league
}

interface Asked {
  contest: Contest
  team: Team | undefined
  invite: PendingInvite
  league: League | undefined
  /** Game time, epoch ms. */
  now: number
  print: InstantPrinter
}

/** The invite's page for a manager: the join, or a plain dead end with the next step (D11). */
export async function loadInvite(db: Db, asked: Asked): Promise<InviteView> {
  const { contest, team, now, print } = asked
  const next = nextClosing({ rounds: contest.rounds, now, print })
  const lights = team ? entriesOf(contest.entries, team.entryIds) : []
  return { kind: 'invite', lights, next, hasDialog: false, invite: await judgeInvite(db, asked) }
}

async function judgeInvite(
  db: Db,
  { contest, team, invite, league, now, print }: Asked,
): Promise<ShownInvite> {
  if (!league) return { state: 'invalid' }
  const { leagueName, memberCount, id: leagueId } = league
  if (league.gameId !== contest.id) return { state: 'over', leagueName, hasTeam: team !== undefined }
  const until = playedUntil(contest, print)
  if (!team) {
    return findNextRound(contest.rounds, now)
      ? { state: 'no-team', leagueName, memberCount, until }
      : { state: 'over', leagueName, hasTeam: false }
  }
  const problem = await whyNotJoin(db, { league, game: contest, teamId: team.id })
  if (problem === 'ALREADY') return { state: 'member', leagueId, leagueName }
  if (problem === 'REMOVED_FROM_LEAGUE') return { state: 'removed', leagueName }
  if (problem) return { state: 'limit', leagueName }
  return { state: 'open', leagueId, secret: invite.secret, leagueName, memberCount, until }
}

/** The last deadline of the season: until then the league plays. */
export function playedUntil(contest: Contest, print: InstantPrinter): LastDeadline {
  const last = contest.rounds.at(-1)
  return { roundTitle: last?.title ?? '', ...print(last?.deadlineAt ?? contest.concludedAt) }
}

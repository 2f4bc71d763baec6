import { checkLeagueName, decideLeagueSuccession, type League, type LeagueProblem } from '#app/game/league.ts'
import type { Team } from '#app/game/team/team.ts'
import type { Clock } from '#db/clock.server.ts'
import { insertLeagueEvent, type NewLeagueEvent } from '#db/leagues/league-events.server.ts'
import { deleteLeagueScreen } from '#db/leagues/league-screens.server.ts'
import { deleteLeague, findLeagueOfTeam, updateLeague } from '#db/leagues/leagues.server.ts'
import {
  deleteMembership,
  findLongestStandingMember,
  findMember,
  replaceLeagueRemoval,
} from '#db/leagues/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import { bumpVersion } from '#db/versions.server.ts'
import { findOwnTeam } from './leagues.server.ts'

export type LeagueChangeResult = { ok: true } | { ok: false; problem: LeagueProblem }

export interface LeagueContext {
  tx: Db
  league: League
  team: Pick<Team, 'id'>
  isOwner: boolean
  now: number
}

export interface LeagueActor {
  managerId: number
  leagueId: number
  clock: Clock
}

type LeagueChange = (context: LeagueContext) => Promise<LeagueChangeResult>

/** Runs a change of a league for one of its members; a league of others gives the same result as an unknown one. */
async function runInLeague(db: Db, actor: LeagueActor, change: LeagueChange): Promise<LeagueChangeResult> {
  return db.transaction().execute(async (tx) => {
    const own = await findOwnTeam(tx, actor.managerId)
    if (!own.ok) return own
    const { team } = own.value
    const league = await findLeagueOfTeam(tx, { leagueId: actor.leagueId, teamId: team.id })
    if (!league) return { ok: false, problem: 'LEAGUE_MISSING' }
    const isOwner = league.ownerId === actor.managerId
    return change({ tx, league, team, isOwner, now: await actor.clock(tx) })
  })
}

/** Runs a change that only the owner may make. */
export async function runAsOwner(
  db: Db,
  actor: LeagueActor,
  change: LeagueChange,
): Promise<LeagueChangeResult> {
  return runInLeague(db, actor, async (context) =>
    context.isOwner ? change(context) : { ok: false, problem: 'NOT_LEAGUE_OWNER' },
  )
}

export async function renameLeague(
  db: Db,
  { leagueName, ...actor }: LeagueActor & { leagueName: string },
): Promise<LeagueChangeResult> {
  return runAsOwner(db, actor, async (context) => {
    const checked = checkLeagueName(leagueName, context.league.leagueName)
    if (!checked.ok) return checked
    await updateLeague(context.tx, context.league.id, { leagueName: checked.name })
    return logEvent(context, { kind: 'renamed', detail: checked.name })
  })
}

/** Creates a new invite link; the old one is invalid at once. */
export async function renewInvite(
  db: Db,
  { newSecret, ...actor }: LeagueActor & { newSecret: () => string },
): Promise<LeagueChangeResult> {
  return runAsOwner(db, actor, async (context) => {
    await updateLeague(context.tx, context.league.id, { inviteSecret: newSecret() })
    return logEvent(context, { kind: 'link-renewed' })
  })
}

/**
 * Removes a member, who cannot return with the current link. A second removal is MEMBER_MISSING, oneself
 * MEMBER_IS_SELF.
 */
export async function removeMember(
  db: Db,
  { teamId, ...actor }: LeagueActor & { teamId: number },
): Promise<LeagueChangeResult> {
  return runAsOwner(db, actor, async (context) => {
    const { tx, league, team, now } = context
    if (teamId === team.id) return { ok: false, problem: 'MEMBER_IS_SELF' }
    if (!(await deleteMember(context, teamId))) return { ok: false, problem: 'MEMBER_MISSING' }
    await replaceLeagueRemoval(tx, { leagueId: league.id, teamId, inviteSecret: league.inviteSecret, now })
    return logEvent(context, { kind: 'removed', subjectId: teamId })
  })
}

/** Makes another member the owner. */
export async function transferLeague(
  db: Db,
  { teamId, ...actor }: LeagueActor & { teamId: number },
): Promise<LeagueChangeResult> {
  return runAsOwner(db, actor, async (context) => {
    const { tx, league, team } = context
    if (teamId === team.id) return { ok: false, problem: 'MEMBER_IS_SELF' }
    const successor = await findMember(tx, { leagueId: league.id, teamId })
    if (!successor) return { ok: false, problem: 'MEMBER_MISSING' }
    return handOver(context, { managerId: successor.managerId, teamId })
  })
}

/**
 * Leaves the league. An owner is succeeded by the longest-standing member; the league is deleted with its last
 * member.
 */
export async function leaveLeague(db: Db, actor: LeagueActor): Promise<LeagueChangeResult> {
  return runInLeague(db, actor, leaveLeagueInTransaction)
}

/** Removes a member from the league, with all consequences for the league. Call inside a transaction. */
export async function leaveLeagueInTransaction(context: LeagueContext): Promise<LeagueChangeResult> {
  const { tx, league, team, isOwner } = context
  const successor = await findLongestStandingMember(tx, { leagueId: league.id, exceptTeamId: team.id })
  const succession = decideLeagueSuccession({ isOwner, successor })
  if (succession.kind === 'deleted') return removeLeagueInTransaction(context)
  await deleteMember(context, team.id)
  await logEvent(context, { kind: 'left' })
  if (succession.kind === 'left') return { ok: true }
  return handOver(context, succession.successor)
}

/** Makes a member the owner. The link of the screen ends: it exists after a press of the owner (D39). */
async function handOver(
  context: LeagueContext,
  successor: { managerId: number; teamId: number },
): Promise<LeagueChangeResult> {
  const { tx, league } = context
  await updateLeague(tx, league.id, { ownerId: successor.managerId })
  await deleteLeagueScreen(tx, league.id)
  return logEvent(context, { kind: 'handed-over', subjectId: successor.teamId })
}

export async function removeLeague(db: Db, actor: LeagueActor): Promise<LeagueChangeResult> {
  return runAsOwner(db, actor, removeLeagueInTransaction)
}

async function removeLeagueInTransaction({ tx, league }: LeagueContext): Promise<LeagueChangeResult> {
  await deleteLeague(tx, league)
  await bumpVersion(tx, 'ranking')
  return { ok: true }
}

/** Removes a team from the league. False when it was not a member. */
async function deleteMember({ tx, league }: LeagueContext, teamId: number): Promise<boolean> {
  if (!(await deleteMembership(tx, { leagueId: league.id, teamId }))) return false
  await bumpVersion(tx, 'ranking')
  return true
}

/** Adds a line of the league's owner to its log. */
export async function logEvent(
  { tx, league, team, now }: LeagueContext,
  event: Pick<NewLeagueEvent, 'kind' | 'subjectId' | 'detail'>,
): Promise<LeagueChangeResult> {
  await insertLeagueEvent(tx, { leagueId: league.id, actorId: team.id, now, ...event })
  return { ok: true }
}

import {
  checkLeagueName,
  fateOfLeague,
  type League,
  type LeagueEvent,
  type LeagueProblem,
} from '#app/game/league.ts'
import type { Team } from '#app/game/team.ts'
import type { Clock } from '#db/clock.server.ts'
import { findActiveGame } from '#db/games.server.ts'
import { insertLeagueEvent } from '#db/league-events.server.ts'
import { deleteLeague, findLeagueOfTeam, updateLeague } from '#db/leagues.server.ts'
import { deleteMembership, findLongestMember, findMember, replaceRemoval } from '#db/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findTeamOfManager } from '#db/teams.server.ts'
import { bumpVersion } from '#db/versions.server.ts'

export type Kept = { ok: true } | { ok: false; problem: LeagueProblem }

/** A member at work in one league. */
export interface AtWork {
  tx: Db
  league: League
  team: Pick<Team, 'id'>
  isOwner: boolean
  now: number
}

interface Acting {
  managerId: number
  leagueId: number
  clock: Clock
}

/** What one act of keeping a league does, for the manager who asks; a league of others answers like none. */
async function act(db: Db, who: Acting, deed: (at: AtWork) => Promise<Kept>): Promise<Kept> {
  return db.transaction().execute(async (tx): Promise<Kept> => {
    const game = await findActiveGame(tx)
    if (!game) return { ok: false, problem: 'ACTIVE_GAME_MISSING' }
    const team = await findTeamOfManager(tx, { gameId: game.id, managerId: who.managerId })
    if (!team) return { ok: false, problem: 'TEAM_MISSING' }
    const league = await findLeagueOfTeam(tx, { leagueId: who.leagueId, teamId: team.id })
    if (!league) return { ok: false, problem: 'LEAGUE_MISSING' }
    const isOwner = league.ownerId === who.managerId
    return deed({ tx, league, team, isOwner, now: await who.clock(tx) })
  })
}

/** The same for what only the owner may do. */
async function actAsOwner(db: Db, who: Acting, deed: (at: AtWork) => Promise<Kept>): Promise<Kept> {
  return act(db, who, async (at) => (at.isOwner ? deed(at) : { ok: false, problem: 'NOT_LEAGUE_OWNER' }))
}

/** Names the league anew. */
export async function renameLeague(
  db: Db,
  { leagueName, ...who }: Acting & { leagueName: string },
): Promise<Kept> {
  const checked = checkLeagueName(leagueName)
  if (!checked.ok) return checked
  return actAsOwner(db, who, async ({ tx, league, ...at }) => {
    await updateLeague(tx, league.id, { leagueName: checked.name })
    return told(tx, league, { kind: 'renamed', at, detail: checked.name })
  })
}

/** Makes a new invite link; the old one is dead at once, for everybody who still has it. */
export async function renewInvite(
  db: Db,
  { newSecret, ...who }: Acting & { newSecret: () => string },
): Promise<Kept> {
  return actAsOwner(db, who, async ({ tx, league, ...at }) => {
    await updateLeague(tx, league.id, { inviteSecret: newSecret() })
    return told(tx, league, { kind: 'link-renewed', at })
  })
}

/** Removes a member, who cannot come back by the link of today. Twice is MEMBER_MISSING, oneself MEMBER_IS_SELF. */
export async function removeMember(db: Db, { teamId, ...who }: Acting & { teamId: number }): Promise<Kept> {
  return actAsOwner(db, who, async (at) => {
    const { tx, league, team, now } = at
    if (teamId === team.id) return { ok: false, problem: 'MEMBER_IS_SELF' }
    if (!(await goOut(at, teamId))) return { ok: false, problem: 'MEMBER_MISSING' }
    await replaceRemoval(tx, { leagueId: league.id, teamId, inviteSecret: league.inviteSecret, now })
    return told(tx, league, { kind: 'removed', at, subjectId: teamId })
  })
}

/** Makes another member the owner. */
export async function handOverLeague(db: Db, { teamId, ...who }: Acting & { teamId: number }): Promise<Kept> {
  return actAsOwner(db, who, async ({ tx, league, ...at }) => {
    if (teamId === at.team.id) return { ok: false, problem: 'MEMBER_IS_SELF' }
    const heir = await findMember(tx, { leagueId: league.id, teamId })
    if (!heir) return { ok: false, problem: 'MEMBER_MISSING' }
    await updateLeague(tx, league.id, { ownerId: heir.managerId })
    return told(tx, league, { kind: 'handed-over', at, subjectId: teamId })
  })
}

/** Leaves. An owner hands over to the longest-standing member; the last one to leave takes the league along. */
export async function leaveLeague(db: Db, who: Acting): Promise<Kept> {
  return act(db, who, departLeague)
}

/** Takes a member out of its league, with all that follows for the league. Belongs in a transaction. */
export async function departLeague(at: AtWork): Promise<Kept> {
  const { tx, league, team, isOwner } = at
  const heir = await findLongestMember(tx, { leagueId: league.id, exceptTeamId: team.id })
  const fate = fateOfLeague({ isOwner, heir })
  if (fate.kind === 'deleted') return remove(at)
  await goOut(at, team.id)
  await told(tx, league, { kind: 'left', at })
  if (fate.kind === 'left') return { ok: true }
  await updateLeague(tx, league.id, { ownerId: fate.heir.managerId })
  return told(tx, league, { kind: 'handed-over', at, subjectId: fate.heir.teamId })
}

/** Deletes the league for all its members. */
export async function removeLeague(db: Db, who: Acting): Promise<Kept> {
  return actAsOwner(db, who, remove)
}

async function remove({ tx, league }: AtWork): Promise<Kept> {
  await deleteLeague(tx, league)
  await bumpVersion(tx, 'ranking')
  return { ok: true }
}

/** Takes a team out of the league. False when it was no member. */
async function goOut({ tx, league }: AtWork, teamId: number): Promise<boolean> {
  if (!(await deleteMembership(tx, { leagueId: league.id, teamId }))) return false
  await bumpVersion(tx, 'ranking')
  return true
}

interface Telling {
  kind: LeagueEvent['kind']
  at: Pick<AtWork, 'team' | 'now'>
  subjectId?: number
  detail?: string
}

async function told(tx: Db, league: League, { kind, at, ...rest }: Telling): Promise<Kept> {
  await insertLeagueEvent(tx, { leagueId: league.id, kind, actorId: at.team.id, now: at.now, ...rest })
  return { ok: true }
}

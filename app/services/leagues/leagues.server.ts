import { timingSafeEqual } from 'node:crypto'
import { checkLeagueName, type League, type LeagueProblem } from '#app/game/league.ts'
import type { Outcome } from '#app/game/problems.ts'
import type { Game } from '#app/game/season/contest.ts'
import { isFromOtherSeason } from '#app/game/season/form-season.ts'
import type { Team } from '#app/game/team/team.ts'
import type { Clock } from '#db/clock.server.ts'
import { insertLeagueEvent } from '#db/leagues/league-events.server.ts'
import { countLeaguesOfTeam, findLeague, insertLeague } from '#db/leagues/leagues.server.ts'
import { findMember, hasLeagueRemoval, insertMembership } from '#db/leagues/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { findSentForm, insertSentForm } from '#db/sent-forms.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'
import { bumpVersion } from '#db/versions.server.ts'

interface ManagerContext {
  managerId: number
  clock: Clock
}

interface CreateLeagueParams extends ManagerContext {
  leagueName: string
  newSecret: () => string
  /** The form's idempotency key; a repeated form creates no second league. */
  formKey?: string | undefined
  /** The form's season by its year; the active season when undefined. */
  season?: number | undefined
}

/**
 * Creates a league of the manager's team in the active season, with the team as its first member (D11). `newSecret`
 * generates the invite's secret: at least 128 random bits. A repeated form returns the league it created, while that
 * exists; a form of another season is refused.
 */
export async function createLeague(
  db: Db,
  { managerId, clock, leagueName, newSecret, formKey, season }: CreateLeagueParams,
): Promise<Outcome<{ leagueId: number }, LeagueProblem>> {
  const checked = checkLeagueName(leagueName)
  if (!checked.ok) return checked
  return db.transaction().execute(async (tx): Promise<Outcome<{ leagueId: number }, LeagueProblem>> => {
    const existingId = formKey && (await findSentForm(tx, formKey))
    if (existingId && (await findLeague(tx, existingId))) return { ok: true, value: { leagueId: existingId } }
    const own = await findOwnTeam(tx, managerId, season)
    if (!own.ok) return own
    const { game, team } = own.value
    if (await hasMaxLeagues(tx, game, team.id)) return { ok: false, problem: 'USER_MAX_LEAGUES_EXCEEDED' }
    const now = await clock(tx)
    const league = {
      gameId: game.id,
      ownerId: managerId,
      leagueName: checked.name,
      inviteSecret: newSecret(),
      now,
    }
    const leagueId = await insertLeague(tx, league)
    await addMember(tx, { leagueId, teamId: team.id, kind: 'created', now })
    if (formKey) await insertSentForm(tx, { formKey, madeId: leagueId, now })
    return { ok: true, value: { leagueId } }
  })
}

/**
 * Joins the league of an invite (D11). A wrong secret and an unknown league get the same result; joining twice is not
 * an error; a removed member is refused while the link is the one of the removal.
 */
export async function joinLeague(
  db: Db,
  { managerId, clock, leagueId, secret }: ManagerContext & { leagueId: number; secret: string },
): Promise<Outcome<League, LeagueProblem>> {
  return db.transaction().execute(async (tx): Promise<Outcome<League, LeagueProblem>> => {
    const league = await findInvitedLeague(tx, { leagueId, secret })
    if (!league) return { ok: false, problem: 'INVALID_INVITE' }
    const game = await findActiveGame(tx)
    if (game?.id !== league.gameId) return { ok: false, problem: 'INVALID_INVITE' }
    const team = await findTeamOfManager(tx, { gameId: game.id, managerId })
    if (!team) return { ok: false, problem: 'TEAM_MISSING' }
    const problem = await findJoinProblem(tx, { league, game, teamId: team.id })
    if (problem === 'ALREADY') return { ok: true, value: league }
    if (problem) return { ok: false, problem }
    const now = await clock(tx)
    await addMember(tx, { leagueId, teamId: team.id, kind: 'joined', now })
    return { ok: true, value: league }
  })
}

/** The league of an invite; undefined for an unknown league and for a wrong secret alike (D11). */
export async function findInvitedLeague(
  db: Db,
  { leagueId, secret }: { leagueId: number; secret: string },
): Promise<League | undefined> {
  const league = await findLeague(db, leagueId)
  return league && isSameSecret(league.inviteSecret, secret) ? league : undefined
}

/** Compares in constant time; the length of a secret is public. */
function isSameSecret(known: string, candidate: string): boolean {
  const [knownBytes, candidateBytes] = [Buffer.from(known), Buffer.from(candidate)]
  return knownBytes.length === candidateBytes.length && timingSafeEqual(knownBytes, candidateBytes)
}

/** Why a team cannot join: 'ALREADY' for a member, null when it can. */
export async function findJoinProblem(
  db: Db,
  { league, game, teamId }: { league: League; game: Game; teamId: number },
): Promise<LeagueProblem | 'ALREADY' | null> {
  const { id: leagueId, inviteSecret } = league
  if (await findMember(db, { leagueId, teamId })) return 'ALREADY'
  if (await hasLeagueRemoval(db, { leagueId, teamId, inviteSecret })) return 'REMOVED_FROM_LEAGUE'
  return (await hasMaxLeagues(db, game, teamId)) ? 'USER_MAX_LEAGUES_EXCEEDED' : null
}

async function hasMaxLeagues(db: Db, { leagueLimit }: Game, teamId: number): Promise<boolean> {
  return (await countLeaguesOfTeam(db, teamId)) >= leagueLimit
}

/** The active season and the manager's team in it. A form of another season, by its year, is refused. */
export async function findOwnTeam(
  tx: Db,
  managerId: number,
  season?: number,
): Promise<Outcome<{ game: Game; team: Team }, LeagueProblem>> {
  const game = await findActiveGame(tx)
  if (!game) return { ok: false, problem: 'ACTIVE_GAME_MISSING' }
  if (isFromOtherSeason(season, game)) return { ok: false, problem: 'SEASON_CHANGED' }
  const team = await findTeamOfManager(tx, { gameId: game.id, managerId })
  return team ? { ok: true, value: { game, team } } : { ok: false, problem: 'TEAM_MISSING' }
}

interface NewMember {
  leagueId: number
  teamId: number
  kind: 'created' | 'joined'
  now: number
}

/** Adds the team as a member. The next read of the league's table includes it. */
async function addMember(tx: Db, { leagueId, teamId, kind, now }: NewMember): Promise<void> {
  await insertMembership(tx, { leagueId, teamId, now })
  await insertLeagueEvent(tx, { leagueId, kind, actorId: teamId, now })
  await bumpVersion(tx, 'ranking')
}

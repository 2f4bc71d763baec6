import { config } from '#app/config.server.ts'
import { describeLeagueEvent, LEAGUE_PAGE_SIZE, type League, toLeaguePage } from '#app/game/league.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import { hasFirstRoundStarted } from '#app/game/season/round.ts'
import { toRoundView } from '#app/game/season/round-view.ts'
import type { Team } from '#app/game/team/team.ts'
import { createIdempotencyToken } from '#app/http/forms/idempotency-key.server.ts'
import { invitePath } from '#app/http/invite-link.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { renderQrCode } from '#app/server/qr-code.server.ts'
import { readRanksBefore, withRankBefore } from '#app/server/ranks-before.server.ts'
import { readTeamLamps } from '#app/server/team-lamps.server.ts'
import { listLeagueRanking } from '#app/services/scoreboard/ranking.server.ts'
import { toOwnRow, toRankingRow } from '#app/ui/game/ranking-row.ts'
import type { RankingRow } from '#app/ui/game/ranking-table.tsx'
import { listLeagueEvents } from '#db/leagues/league-events.server.ts'
import { findLeagueScreen } from '#db/leagues/league-screens.server.ts'
import { listLeaguesOfTeam } from '#db/leagues/leagues.server.ts'
import { findMember } from '#db/leagues/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { LeaguesQuery } from './form.server.ts'
import { loadSeason } from './season.server.ts'

const LOG_SIZE = 50

export type LeaguesView = Awaited<ReturnType<typeof loadLeagues>>
export type LeagueView = Awaited<ReturnType<typeof loadLeague>>

interface LeaguesContext extends GameContext {
  team: Team
  query: LeaguesQuery
}

/** My Leagues for a manager with a team. A league without the manager's team is treated as missing. */
export async function loadLeagues(db: Db, game: LeaguesContext, rememberedId: number | null) {
  const { contest, team, query } = game
  const leagues = await listLeaguesOfTeam(db, team.id)
  const leagueId = query.leagueId ?? rememberedId
  const shown = leagues.find((each) => each.id === leagueId) ?? leagues[0]
  const league = shown ? await loadLeague(db, game, shown) : null
  const dialog = chooseDialog(query, league)
  return {
    kind: 'leagues' as const,
    countries: game.lamps,
    live: game.live,
    leagues: leagues.map(({ id, leagueName }) => ({ id, leagueName })),
    league,
    rounds: contest.rounds.map((round) => toRoundView(round, game)),
    next: toNextDeadlineView(game),
    dialog,
    /** A league name typed before the session ended. */
    typedName: query.leagueName,
    /** Idempotency token of a new league's form: a repeated submit creates no second league. */
    idempotencyToken: createIdempotencyToken(),
    /** The year of the season that the form belongs to. */
    season: contest.year,
    /** Whether the root renders the page behind a dialog. */
    hasDialog: dialog !== null,
  }
}

const ownersDialogs: readonly string[] = ['rename', 'renew', 'delete', 'remove', 'hand-over']
const membersDialogs: readonly string[] = ['remove', 'hand-over']

/**
 * The dialog in the query, when its league and member exist. A stale URL never opens a dialog for the league that is
 * shown instead of its own: the button would change the wrong one.
 */
function chooseDialog({ dialog, leagueId }: LeaguesQuery, league: LeagueView | null) {
  if (dialog === null || dialog === 'create') return dialog
  if (!league || (leagueId !== undefined && leagueId !== league.id)) return null
  if (ownersDialogs.includes(dialog) && !league.isOwner) return null
  return membersDialogs.includes(dialog) && !league.member ? null : dialog
}

async function loadLeague(db: Db, game: LeaguesContext, league: League) {
  const { contest, results, team, visitor, query, now, print } = game
  const { id, leagueName, memberCount } = league
  const pageCount = Math.max(1, toLeaguePage(memberCount))
  const page = Math.min(query.page, pageCount)
  const window = { offset: (page - 1) * LEAGUE_PAGE_SIZE, limit: LEAGUE_PAGE_SIZE }
  const table = results && (await scoreboards.readLeague(results, id))
  const { before, since } = await readRanksBefore(game)
  const tableBefore = await before?.readLeague(id)
  const listed = await listLeagueRanking(db, table, { leagueId: id, ...window })
  const rows = listed.map((row) => withRankBefore(row, tableBefore))
  const isStarted = hasFirstRoundStarted(contest.rounds, now)
  const lampsOf = await readTeamLamps(db, game)
  const withLamps = (row: RankingRow, teamId: number): RankingRow => ({ ...row, six: lampsOf(teamId) })
  const inviteUrl = config.origin + invitePath({ leagueId: id, secret: league.inviteSecret })
  const standing = table?.findStanding(team.id)
  const ownStanding = standing && withRankBefore({ ...standing, teamId: team.id }, tableBefore)
  const isOnPage = rows.some((row) => row.teamId === team.id)
  const member = query.teamId ? await findMember(db, { leagueId: id, teamId: query.teamId }) : undefined
  const screen = await findLeagueScreen(db, id)
  const events = query.dialog === 'log' ? await listLeagueEvents(db, { leagueId: id, limit: LOG_SIZE }) : []
  return {
    id,
    leagueName,
    memberCount,
    isOwner: league.ownerId === visitor.managerId,
    /** What a member sends to friends, and the link in it. */
    invite: { text: `Join “${leagueName}” on Douze, the Eurovision game: ${inviteUrl}`, url: inviteUrl },
    qr: query.dialog === 'share' ? renderQrCode(inviteUrl) : null,
    /** Whether whoever has a link sees the table on a screen; null without one (D39). */
    screen: screen ? { showsInvite: screen.showsInvite } : null,
    rows: rows.map((row) => withLamps(toRankingRow(row, { teamId: team.id, isStarted }), row.teamId)),
    ownRow: isOnPage
      ? null
      : withLamps(toOwnRow({ ...team, teamId: team.id }, ownStanding, isStarted), team.id),
    /** What moves are compared with: 'since 22:05'. */
    since,
    page,
    pageCount,
    season: await loadSeason(db, game, { leagueId: id, table }),
    ownPage: standing && !isOnPage ? toLeaguePage(standing.position) : null,
    /** The member of an open dialog. */
    member: member ?? null,
    events: events.map((event) => ({
      id: event.id,
      text: describeLeagueEvent(event),
      at: print(event.happenedAt),
    })),
  }
}

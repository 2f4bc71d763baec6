import type { League } from '#app/game/league.ts'
import { findPlaceAbove, type LeagueTable } from '#app/game/scoreboard/standings.ts'
import { findTick, listTicks } from '#app/game/scoreboard/tick-line.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { RankedRow, Results } from '#app/services/scoreboard/results.server.ts'
import { listLeaguesToRank } from '#db/leagues/leagues.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { OwnEvening } from './live-view.server.ts'

/** So many teams stand below each of the leagues that were joined first; below the others none. */
const SHOWN = { teams: 3, leagues: 5 }

/** A league of the page with what its table says of the own team. */
export type LeagueRows = Awaited<ReturnType<typeof readRows>>

/** A row of a league's table without its rank. */
type TeamTotal = Pick<RankedRow, 'teamId' | 'totalHundredths'>

/** The leagues of the team (D11 bounds them) with their tables: by one query once the tables are in memory. */
export async function readOwnLeagues(db: Db, own: OwnEvening): Promise<LeagueRows[]> {
  const leagues: LeagueRows[] = []
  for (const league of await listLeaguesToRank(db, own.team.id)) {
    const teamCount = leagues.length < SHOWN.leagues ? SHOWN.teams : 0
    leagues.push(await readRows(own, league, teamCount))
  }
  return leagues
}

async function readRows(
  { evening: { results, before }, team }: OwnEvening,
  league: League & { lastChange: number },
  teamCount: number,
) {
  const { id, lastChange } = league
  const table = results && (await scoreboards.readLeague(results, id, lastChange))
  const standing = table?.findStanding(team.id)
  const tableBefore = standing && (await before?.readLeague(id, lastChange))
  return {
    league,
    /** Null before the first results. */
    table,
    standing,
    /** What was shown before the last press. */
    standingBefore: tableBefore?.findStanding(team.id),
    top: table ? listTotals(results, table.table, teamCount) : [],
  }
}

/** Straight from the table: ranks, which are searched for each row, are not shown of other teams. */
function listTotals(
  { season: { columns } }: Results,
  { order, totals }: LeagueTable,
  limit: number,
): TeamTotal[] {
  return Array.from(order.subarray(0, limit), (team, at) => ({
    teamId: columns.teamIds[team] ?? 0,
    totalHundredths: totals[at] ?? 0,
  }))
}

/** The own place in a league, and its first teams. */
export function toLeagueStrip(
  { league, table, standing, standingBefore, top }: LeagueRows,
  { evening, team }: OwnEvening,
  nameOf: (teamId: number) => string,
) {
  return {
    id: league.id,
    leagueName: league.leagueName,
    memberCount: league.memberCount,
    /** Null before the first results. */
    rank: standing?.rank ?? null,
    tied: standing?.tied ?? 1,
    moved: findMoved(standing, standingBefore),
    above: table && standing ? findPlaceAbove(table.table.totals, standing) : null,
    /** The whole league on one line, in the final; null before the first results. */
    line:
      evening.round.kind === 'final' && table && standing
        ? { ticks: readTicks(table.table), own: findTick(table.table.totals, standing.totalHundredths) }
        : null,
    top: top.map(({ teamId, totalHundredths }) => ({
      teamId,
      teamName: nameOf(teamId),
      totalHundredths,
      /** Null in the final, and for a team that joined after this round began. */
      six: evening.lampsOfTeam(teamId),
      isMine: teamId === team.id,
    })),
  }
}

const ticksOf = new WeakMap<LeagueTable, number[]>()

/** The ticks of a league, listed once for all its members until its table changes. */
function readTicks(table: LeagueTable): number[] {
  const ticks = ticksOf.get(table) ?? listTicks(table.totals)
  ticksOf.set(table, ticks)
  return ticks
}

/** Ranks won (positive) or lost since the press before; null before the second one. */
export function findMoved(now: { rank: number } | undefined, before: { rank: number } | undefined) {
  return now && before ? before.rank - now.rank : null
}

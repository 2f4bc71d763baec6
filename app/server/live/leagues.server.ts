import { toRankingName } from '#app/game/account-deletion.ts'
import type { League } from '#app/game/league.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import type { LeagueResults } from '#app/services/scoreboard/league-tables.server.ts'
import type { SeasonResults } from '#app/services/scoreboard/past-results.server.ts'
import type { RankedRow } from '#app/services/scoreboard/results.server.ts'
import { listLeaguesOfTeam } from '#db/leagues/leagues.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listLineupsOfTeams } from '#db/teams/lineups.server.ts'
import { listTeamNames } from '#db/teams/team-names.server.ts'
import type { LiveParams, ThroughCount } from './live-view.server.ts'

/** The leagues on the page, those joined first; a link leads to all. */
const SHOWN_LEAGUES = 5
/** The teams at the top of each. */
const SHOWN_TEAMS = 3

/** The leagues on the page with their tables, and how many there are. */
export async function readOwnLeagues(db: Db, params: LiveParams) {
  const all = await listLeaguesOfTeam(db, params.team.id)
  const leagues: LeagueRows[] = []
  for (const league of all.slice(0, SHOWN_LEAGUES)) leagues.push(await readRows(params, league))
  return { leagueCount: all.length, leagues }
}

interface StripParams extends LiveParams {
  leagues: readonly LeagueRows[]
  countThrough: ThroughCount
  /** What was shown before; null before the second press. */
  before: SeasonResults | null
}

/** The own place in each league, and its first teams; at most twenty other teams are read, by two queries. */
export async function loadLeagueStrips(db: Db, params: StripParams) {
  const { leagues, countThrough, before, team } = params
  const teamIds = leagues.flatMap(({ top, above }) => [...top, ...above].map((row) => row.teamId))
  const names = new Map((await listTeamNames(db, teamIds)).map((each) => [each.teamId, each.teamName]))
  const lineups = await listLineupsOfTeams(db, { teamIds, roundNumber: params.round.roundNumber })
  const nameOf = (teamId: number) => toRankingName(names.get(teamId) ?? '')
  return Promise.all(
    leagues.map(async ({ league, standing, top, above: [above] }) => ({
      id: league.id,
      leagueName: league.leagueName,
      memberCount: league.memberCount,
      /** Null before the first results. */
      rank: standing?.rank ?? null,
      tied: standing?.tied ?? 1,
      moved: findMoved(standing, (await before?.readLeague(league.id))?.findStanding(team.id)),
      /** The nearest team with more points; null for a leader. */
      above:
        standing && above
          ? {
              teamName: nameOf(above.teamId),
              gapHundredths: above.totalHundredths - standing.totalHundredths,
            }
          : null,
      top: top.map(({ teamId, totalHundredths }) => ({
        teamId,
        teamName: nameOf(teamId),
        totalHundredths,
        /** Null in the final, and for a team that joined after this round began. */
        through: countOrNull(lineups.get(teamId), countThrough),
        isMine: teamId === team.id,
      })),
    })),
  )
}

/** Ranks won (positive) or lost since the press before; null before the second one. */
export function findMoved(now: { rank: number } | undefined, before: { rank: number } | undefined) {
  return now && before ? before.rank - now.rank : null
}

function countOrNull(entryIds: readonly number[] | undefined, countThrough: ThroughCount) {
  return entryIds ? countThrough(entryIds) : null
}

export interface LeagueRows {
  league: League
  /** Null before the first results. */
  table: LeagueResults | null
  standing: ReturnType<LeagueResults['findStanding']>
  top: readonly RankedRow[]
  /** The nearest row with more points, if any. */
  above: readonly RankedRow[]
}

async function readRows({ results, team }: LiveParams, league: League): Promise<LeagueRows> {
  const table = results && (await scoreboards.readLeague(results, league.id))
  const standing = table?.findStanding(team.id)
  return {
    league,
    table,
    standing,
    top: table?.listRows({ offset: 0, limit: SHOWN_TEAMS }) ?? [],
    above:
      table && standing && standing.rank > 1 ? table.listRows({ offset: standing.rank - 2, limit: 1 }) : [],
  }
}

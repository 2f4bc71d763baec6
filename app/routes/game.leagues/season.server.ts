import { toRankingName } from '#app/game/account-deletion.ts'
import { listPlaces } from '#app/game/scoreboard/league-places.ts'
import { toShortTitle } from '#app/game/season/round-view.ts'
import type { Team } from '#app/game/team/team.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import type { LeagueResults } from '#app/services/scoreboard/league-tables.server.ts'
import { listLeagueRanking } from '#app/services/scoreboard/ranking.server.ts'
import { indexOfTeam } from '#app/services/scoreboard/results.server.ts'
import type { Db } from '#db/schema.server.ts'

/** At most this many lines: the first teams and the own one. */
const MOST_LINES = 6
/** Larger leagues have no chart: each line's place is counted among all members. */
const MOST_MEMBERS = 10_000

export type LeagueSeason = NonNullable<Awaited<ReturnType<typeof loadSeason>>>

/** A league's places through the season; null before the second round has points, and for a league of one. */
export async function loadSeason(
  db: Db,
  { contest, results, team }: GameContext & { team: Team },
  { leagueId, table }: { leagueId: number; table: LeagueResults | null },
) {
  const own = table?.findStanding(team.id)
  if (!table || !results || !own) return null
  const { board, columns } = results.season
  const { order } = table.table
  if (board.rounds.length < 2 || order.length < 2 || order.length > MOST_MEMBERS) return null
  const isApart = own.position > MOST_LINES
  const page = { offset: 0, limit: isApart ? MOST_LINES - 1 : MOST_LINES }
  const first = await listLeagueRanking(db, table, { leagueId, ...page })
  const teams = isApart ? [...first, { ...team, teamId: team.id }] : first
  const indices = teams.map(({ teamId }) => indexOfTeam(columns, teamId) ?? 0)
  const places = listPlaces(board.rounds, order, indices)
  return {
    rounds: board.rounds.flatMap(({ roundNumber }) =>
      contest.rounds.filter((each) => each.roundNumber === roundNumber).map(toShortTitle),
    ),
    lines: teams.map(({ teamId, teamName }, at) => ({
      teamId,
      teamName: toRankingName(teamName),
      isMine: teamId === team.id,
      places: places[at] ?? [],
    })),
    teamCount: order.length,
  }
}

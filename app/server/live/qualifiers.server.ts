import { pickSmallestLeagues } from '#app/game/league.ts'
import { indexOfTeam } from '#app/services/scoreboard/results.server.ts'
import type { LeagueRows } from './leagues.server.ts'
import type { OwnEvening } from './live-view.server.ts'

/** Of all leagues together: the line-up of each member is read for each qualifier. */
const MOST_MEMBERS = 1_000
/** So many teams are named beside a country. */
const SHOWN_HOLDERS = 3

/** The qualifiers of a semi-final as they were read out, and who of the own leagues holds each; none in the final. */
export function listQualifiers({ evening, team }: OwnEvening, leagues: readonly LeagueRows[]) {
  const { qualifiers, positionOf, results, round, contest } = evening
  const lineups = results?.season.board.rounds.find((each) => each.roundNumber === round.roundNumber)?.lineups
  if (!lineups) return []
  const { columns } = results.season
  const size = contest.lineupPercentages.length
  const small = pickSmallestLeagues(
    leagues.map(({ league }) => league),
    MOST_MEMBERS,
  )
  const members = new Set(
    leagues.flatMap(({ league, table }) => (table && small.includes(league) ? [...table.table.order] : [])),
  )
  members.delete(indexOfTeam(columns, team.id) ?? -1)
  return qualifiers.map(({ id, code, country }) => {
    const position = positionOf.get(id) ?? 0
    const holders = [...members].filter((at) =>
      lineups.subarray(at * size, (at + 1) * size).includes(position),
    )
    return {
      code,
      country,
      isMine: team.entryIds.includes(id),
      holderIds: holders.slice(0, SHOWN_HOLDERS).map((at) => columns.teamIds[at] ?? 0),
      /** How many more hold it. */
      moreHolders: Math.max(0, holders.length - SHOWN_HOLDERS),
    }
  })
}

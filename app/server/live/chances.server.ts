import { pickSmallestLeagues } from '#app/game/league.ts'
import type { Lineup } from '#app/game/lineup/lineup.ts'
import { findNeededPoints, findRankWith, type Holdings } from '#app/game/scoreboard/holdings.ts'
import type { LeagueTable } from '#app/game/scoreboard/standings.ts'
import { findPointsForPlace } from '#app/game/scoreboard/top-totals.ts'
import { qualifierPoints } from '#app/game/scoring/vote-total.ts'
import type { Entry } from '#app/game/season/contest.ts'
import { type EntryInShow, isLampOff } from '#app/game/season/show-state.ts'
import { createLeagueHoldings } from '#app/services/scoreboard/league-holdings.server.ts'
import { TOP_PLACES } from '#app/services/scoreboard/top-totals.server.ts'
import type { Evening } from './evening.server.ts'
import type { LeagueRows } from './leagues.server.ts'
import type { OwnEvening } from './live-view.server.ts'

/** Of all leagues together: a table of who holds what takes a quarter of a millisecond for 10,000 teams. */
const MOST_TEAMS = 20_000
/** A country rarely gets more from its viewers; what needs more is not told. */
const MOST_POINTS = 500
const SHOWN_RUNGS = 3

interface ChancesParams extends OwnEvening {
  /** The own one in this show; undefined for a team that joined after it had begun. */
  lineup: Lineup | undefined
  leagues: readonly LeagueRows[]
}

/** What would still have to happen: in the final for a first place, in a semi-final with the last places. */
export function findChances(params: ChancesParams) {
  const { evening, lineup } = params
  if (!evening.hasPoints || !lineup) return null
  return evening.round.kind === 'final' ? findFinalChances(params) : findSemiChances(params)
}

/** For the first own country that can still bring a place: how many points more each place needs. Null without one. */
function findFinalChances(params: ChancesParams) {
  const places = [...listLeaguePlaces(params), ...listWorldPlaces(params)]
  for (const own of listOwn(params)) {
    if (isLampOff(own.inShow.state) || params.evening.complete.has(own.entry.id)) continue
    const rungs = places.flatMap(({ findPoints, ...place }) => {
      const points = findPoints(own)
      return points === null || points > MOST_POINTS ? [] : [{ points, ...place }]
    })
    if (rungs.length === 0) continue
    const { code, country } = own.entry
    const nearest = rungs.sort((a, b) => a.points - b.points).slice(0, SHOWN_RUNGS)
    return { kind: 'final' as const, entry: { code, country }, rungs: nearest }
  }
  return null
}

/** A place that the team may still have. */
interface OpenPlace {
  place: number
  /** Null among all teams. */
  league: { id: number; leagueName: string } | null
  /** How many points more an own country needs for it; null when no number does it. */
  findPoints: (own: OwnCountry) => number | null
}

/** The first place of each league; of those that have too many teams together none. */
function listLeaguePlaces({ evening, leagues }: ChancesParams): OpenPlace[] {
  const small = new Set(
    pickSmallestLeagues(
      leagues.map(({ league }) => league),
      MOST_TEAMS,
    ),
  )
  return leagues.flatMap(({ league, table, standing }) => {
    const isOpen = small.has(league) && standing && standing.rank > 1
    const holdings = isOpen && table && findHoldings(evening, table.table)
    if (!holdings) return []
    const { id, leagueName } = league
    const findPoints = ({ entry, percent }: OwnCountry) =>
      findNeededPoints(holdings, { ...standing, percent }, toCountry(evening, entry.id))
    return [{ place: 1, league: { id, leagueName }, findPoints }]
  })
}

/** Place 100 among all teams; for a team that has such a place already, the first. */
function listWorldPlaces({ evening: { findTotals, results }, team }: ChancesParams): OpenPlace[] {
  const standing = results?.findStanding(team.id)
  if (!findTotals || !standing || standing.rank === 1) return []
  const place = standing.rank > TOP_PLACES ? TOP_PLACES : 1
  const findPoints = ({ entry, percent }: OwnCountry) =>
    findPointsForPlace(findTotals({ entryId: entry.id, place, maxPoints: MOST_POINTS }), {
      ...standing,
      percent,
    })
  return [{ place, league: null, findPoints }]
}

/** The own countries that still wait, with the points of tonight and the place in the first league that each would bring. */
function findSemiChances(params: ChancesParams) {
  const { round, results, tally, waiting } = params.evening
  const placesLeft = tally ? tally.outOf - tally.done : 0
  const own = listOwn(params).filter(({ entry }) => waiting.includes(entry))
  if (placesLeft <= 0 || own.length === 0) return null
  const tonight = results
    ?.listRoundResults(params.team.id)
    .find((each) => each.roundNumber === round.roundNumber)
  const scoreHundredths = tonight?.scoreHundredths ?? 0
  const others = waiting.filter((entry) => !own.some((each) => each.entry === entry))
  return {
    kind: 'semi-final' as const,
    placesLeft,
    waitingCount: waiting.length,
    ownCount: own.length,
    rungs: own.slice(0, SHOWN_RUNGS).map(({ entry, percent }) => ({
      code: entry.code,
      country: entry.country,
      totalHundredths: scoreHundredths + qualifierPoints * percent,
      place: findPlaceWith(params, [{ entryId: entry.id, percent }]),
    })),
    /** With any other country instead; null where all that wait are the own ones. */
    other:
      others.length === 0
        ? null
        : {
            totalHundredths: scoreHundredths,
            place: findPlaceWith(
              params,
              others.map(({ id }) => ({ entryId: id, percent: 0 })),
            ),
          },
  }
}

/**
 * The best and the worst own place in the first league, if one of these countries is through next; null without such a
 * league. `percent`: its share in the own line-up.
 */
function findPlaceWith(
  { evening, leagues }: ChancesParams,
  countries: readonly { entryId: number; percent: number }[],
) {
  const found = leagues.find(({ standing }) => standing)
  const holdings = found?.table && findHoldings(evening, found.table.table)
  if (!holdings || !found.standing) return null
  const { totalHundredths } = found.standing
  const ranks = countries.map(({ entryId, percent }) =>
    findRankWith(
      holdings,
      { totalHundredths, percent },
      { ...toCountry(evening, entryId), points: qualifierPoints },
    ),
  )
  return { rank: Math.min(...ranks), worstRank: Math.max(...ranks), leagueName: found.league.leagueName }
}

interface OwnCountry {
  entry: Entry
  percent: number
  inShow: EntryInShow
}

/** The own six in the order of this show. */
function listOwn({ evening: { contest, shows }, lineup }: ChancesParams): OwnCountry[] {
  return (lineup?.entryIds ?? []).flatMap((id, index) => {
    const entry = contest.entries.find((each) => each.id === id)
    const percent = contest.lineupPercentages[index] ?? 0
    const inShow = shows.get(id)
    return entry && inShow ? [{ entry, percent, inShow }] : []
  })
}

function toCountry({ contest, positionOf }: Evening, entryId: number) {
  return { entry: positionOf.get(entryId) ?? 0, percentages: contest.lineupPercentages }
}

const leagueHoldings = createLeagueHoldings()

/** Who holds what in a league's table (one for all its members); null for a league that is too large, and before any points. */
function findHoldings({ contest, results, round }: Evening, table: LeagueTable): Holdings | null {
  const column = results?.season.board.rounds.find((each) => each.roundNumber === round.roundNumber)
  if (!column || table.order.length > MOST_TEAMS) return null
  const size = contest.lineupPercentages.length
  return leagueHoldings.find(table, { lineups: column.lineups, size, entryCount: contest.entries.length })
}

import type { Lineup } from '#app/game/lineup/lineup.ts'
import {
  findNeededPoints,
  findPercent,
  findRankWith,
  type SharedTotal,
} from '#app/game/scoreboard/chances.ts'
import { countQualifiers } from '#app/game/scoring/vote-total.ts'
import type { Entry } from '#app/game/season/contest.ts'
import { findEntryInShow, isInShow, isLampOff, type ShowFacts } from '#app/game/season/show-state.ts'
import { toEntryPositions } from '#app/services/scoreboard/lineup-columns.server.ts'
import { indexOfTeam, type RankedRow } from '#app/services/scoreboard/results.server.ts'
import type { LeagueRows } from './leagues.server.ts'
import type { LiveParams } from './live-view.server.ts'

/** A qualifier's points (D3). */
const qualifierPoints = 50
/** So many teams of a league are compared one by one; of a larger one nothing is told. */
const COMPARED_TEAMS = 200
/** A country rarely gets more from its viewers; what needs more is not told. */
const MOST_POINTS = 500
const SHOWN_RUNGS = 3

interface ChancesParams extends LiveParams {
  facts: ShowFacts
  /** The own one in this show; undefined for a team that joined after it had begun. */
  own: Lineup | undefined
  leagues: readonly LeagueRows[]
}

/** What would still have to happen: in the final for the first place of a league, in a semi-final with the last places. */
export function findChances(params: ChancesParams) {
  if (!params.live || !params.own) return null
  return params.round.kind === 'final' ? findFinalChances(params) : findSemiChances(params)
}

/** The points that the own first country needs, for each league that it can win. Null without one. */
function findFinalChances(params: ChancesParams) {
  const { entry, inShow } = listOwn(params)[0] ?? {}
  if (!entry || !inShow || isLampOff(inShow.state)) return null
  const toShared = createShareReader(params, entry)
  const rungs = params.leagues.flatMap(({ league, table, standing }) => {
    if (!table || !standing || standing.rank === 1 || standing.rank > COMPARED_TEAMS) return []
    const above = table.listRows({ offset: 0, limit: standing.rank - 1 })
    const own = { teamId: params.team.id, totalHundredths: standing.totalHundredths }
    const points = findNeededPoints(toShared(own), above.map(toShared))
    return points === null || points > MOST_POINTS ? [] : [{ points, leagueName: league.leagueName }]
  })
  if (rungs.length === 0) return null
  const { code, country } = entry
  const nearest = rungs.sort((a, b) => a.points - b.points).slice(0, SHOWN_RUNGS)
  return { kind: 'final' as const, entry: { code, country }, rungs: nearest }
}

/** The own countries that still wait, with the points of tonight and the place in the first league that each would bring. */
function findSemiChances(params: ChancesParams) {
  const { contest, facts, round, results, team } = params
  const singers = contest.entries.map((entry) => ({
    entry,
    state: findEntryInShow(facts, entry, round).state,
  }))
  const singerCount = contest.entries.filter((entry) => isInShow(facts, entry, round)).length
  const placesLeft = countQualifiers(singerCount) - singers.filter(({ state }) => state === 'through').length
  const waiting = singers.filter(({ state }) => state === 'waiting' || state === 'sung')
  const own = listOwn(params).filter(({ entry }) => waiting.some((each) => each.entry.id === entry.id))
  if (placesLeft <= 0 || own.length === 0) return null
  const tonight = results?.listRoundResults(team.id).find((each) => each.roundNumber === round.roundNumber)
  const rungs = own.slice(0, SHOWN_RUNGS).map(({ entry, percent }) => ({
    code: entry.code,
    country: entry.country,
    totalHundredths: (tonight?.scoreHundredths ?? 0) + qualifierPoints * percent,
    place: findPlaceWith(params, entry),
  }))
  return {
    kind: 'semi-final' as const,
    placesLeft,
    waitingCount: waiting.length,
    ownCount: own.length,
    rungs,
  }
}

/** The own place in the first league that is small enough, if a country is through next; null without such a league. */
function findPlaceWith(params: ChancesParams, entry: Entry) {
  const found = params.leagues.find(
    ({ league, standing }) => standing && league.memberCount <= COMPARED_TEAMS,
  )
  if (!found?.table || !found.standing) return null
  const rows = found.table.listRows({ offset: 0, limit: COMPARED_TEAMS })
  const own = rows.find((row) => row.teamId === params.team.id)
  if (!own) return null
  const toShared = createShareReader(params, entry)
  return {
    rank: findRankWith(qualifierPoints, toShared(own), rows.map(toShared)),
    leagueName: found.league.leagueName,
  }
}

/** The own six in the order of this show. */
function listOwn({ own, contest, facts, round }: ChancesParams) {
  return (own?.entryIds ?? []).flatMap((id, index) => {
    const entry = contest.entries.find((each) => each.id === id)
    const percent = contest.lineupPercentages[index] ?? 0
    return entry ? [{ entry, percent, inShow: findEntryInShow(facts, entry, round) }] : []
  })
}

/** Reads the share of a country in the line-up that a team has in this show. */
function createShareReader({ results, contest, round }: ChancesParams, { id }: Entry) {
  const season = results?.season
  const column = season?.board.rounds.find((each) => each.roundNumber === round.roundNumber)
  const entry = toEntryPositions(contest.entries).get(id) ?? 0
  const percentages = contest.lineupPercentages
  return ({ teamId, totalHundredths }: Pick<RankedRow, 'teamId' | 'totalHundredths'>): SharedTotal => {
    const team = season ? indexOfTeam(season.columns, teamId) : null
    const percent = column && team !== null ? findPercent(column.lineups, { team, entry, percentages }) : 0
    return { totalHundredths, percent }
  }
}

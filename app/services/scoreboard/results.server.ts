import { computeScore, computeTotal, type Scoreboard } from '#app/game/scoreboard/compute.ts'
import { findRank } from '#app/game/scoreboard/rank-table.ts'
import { findTeamIndex, findTeamPlace, listTeamsOnPage } from '#app/game/scoreboard/standings.ts'
import { hasAnyPoints, type Publication, type RoundPoints } from '#app/game/scoring/publication.ts'
import type { RoundResult, Standing } from '#app/game/scoring/ranking.ts'
import type { EntryPoints } from '#app/game/scoring/scoring.ts'
import type { LeagueTables } from './league-tables.server.ts'
import type { SeasonColumns } from './lineup-columns.server.ts'

/** A row of the ranking without its name. */
export type RankedRow = Omit<Standing, 'position' | 'rankedTeams'> & { teamId: number }

/** All results of one publication. A request reads a single one from start to end. */
export type Results = ReturnType<typeof toResults>

/** A scoreboard and what it was computed from. */
export interface ComputedBoard {
  /** Its first `teamCount` teams are real; spare capacity for late joiners follows. */
  columns: SeasonColumns
  board: Scoreboard
}

/** Results computed from some points, before publication. */
export interface ComputedSeason extends ComputedBoard {
  points: readonly RoundPoints[]
  leagues: LeagueTables
}

/** The data behind `Results`. */
export interface PublishedSeason extends ComputedSeason {
  publication: Publication
}

/** The index of a team in its season's arrays; null when it is not there. */
export function indexOfTeam({ teamIds, teamCount }: SeasonColumns, teamId: number): number | null {
  return findTeamIndex(teamIds.subarray(0, teamCount), teamId)
}

/** Reads one publication's results. Late joiners are included with 0 points (D5). */
export function toResults(season: PublishedSeason) {
  const { publication, points, columns, board } = season
  const { teamCount } = columns
  // Spare slots have 0 points and rank last: excluded, so that ties are counted right.
  const ranked = { ...board, order: board.order.subarray(0, teamCount) }
  const standingAt = (team: number): Standing | undefined => {
    const place = findTeamPlace(ranked, team)
    return place ? { ...place, rankedTeams: teamCount } : undefined
  }
  return {
    publication,
    season,
    /** Empty for a round that the publication does not cover. */
    pointsOf: (roundNumber: number): readonly EntryPoints[] =>
      points.find((round) => round.roundNumber === roundNumber)?.scores ?? [],
    /** Undefined for a team outside the season. */
    findStanding(teamId: number) {
      const team = indexOfTeam(columns, teamId)
      return team === null ? undefined : standingAt(team)
    },
    /** The counted rounds, in order; empty for a team outside the season. */
    listRoundResults(teamId: number) {
      const team = indexOfTeam(columns, teamId)
      return team === null ? [] : listTeamRounds(board, team)
    },
    listRows: (page: { offset: number; limit: number }): RankedRow[] =>
      listTeamsOnPage(ranked.order, page).flatMap((team) => {
        const standing = standingAt(team)
        if (!standing) return []
        const { position: _, rankedTeams: __, ...row } = standing
        return [{ teamId: columns.teamIds[team] ?? 0, ...row }]
      }),
  }
}

/** Whether results have points of a round: a live one may have been emptied again (D34). */
export function hasPointsOf({ publication, pointsOf }: Results, roundNumber: number): boolean {
  if (!publication.roundNumbers.includes(roundNumber)) return false
  return publication.kind === 'official' || hasAnyPoints({ scores: pointsOf(roundNumber) })
}

/** Whether results cover a round after this one. */
export function coversAfter({ publication }: Results, roundNumber: number): boolean {
  return publication.roundNumbers.some((each) => each > roundNumber)
}

function listTeamRounds({ rounds }: Scoreboard, team: number): RoundResult[] {
  return rounds.map((round, index) => {
    const scoreHundredths = computeScore(round, team)
    const totalHundredths = computeTotal(rounds.slice(0, index + 1), team)
    return {
      roundNumber: round.roundNumber,
      scoreHundredths,
      roundRank: findRank(round.roundRanks, scoreHundredths),
      totalHundredths,
      rank: findRank(round.totalRanks, totalHundredths),
    }
  })
}

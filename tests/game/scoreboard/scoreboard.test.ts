import { describe, expect, test } from 'vitest'
import {
  computeScore,
  computeScoreboard,
  computeTotal,
  type Scoreboard,
  type ScoreboardRound,
} from '#app/game/scoreboard/compute.ts'
import { findRank } from '#app/game/scoreboard/rank-table.ts'
import {
  findLeaguePlace,
  findTeamIndex,
  findTeamPlace,
  listTeamsOnPage,
  rankMembers,
} from '#app/game/scoreboard/standings.ts'
import { computeMovement } from '#app/game/scoring/ranking.ts'
import reference from '#tests/golden/reference-scores.json' with { type: 'json' }

const percentages = [100, 50]
/** Line-ups of two countries each: the first entry of the list is 1, none is 0. */
type Lineups = readonly (readonly [number, number])[]

const round = (roundNumber: number, lineups: Lineups, points: readonly number[]) => ({
  roundNumber,
  lineups: Uint8Array.from(lineups.flat()),
  points,
})

const boardOf = (teamCount: number, rounds: readonly ReturnType<typeof round>[]) =>
  computeScoreboard({ teamCount, percentages, rounds })

/** A round in which each team scores the given points. */
const earning = (roundNumber: number, points: readonly number[]) =>
  round(
    roundNumber,
    points.map((_, team) => [team + 1, 0]),
    points,
  )

/** A value of each team, in order of index. */
const ofEach = <Value>({ order }: Scoreboard, read: (team: number) => Value) => Array.from(order.keys(), read)
const placesOf = (board: Scoreboard) => ofEach(board, (team) => findTeamPlace(board, team))
const ranksOf = (board: Scoreboard) => placesOf(board).map((place) => place?.rank)
const totalsOf = (board: Scoreboard) => placesOf(board).map((place) => place?.totalHundredths)
const scoresOf = (board: Scoreboard, round: ScoreboardRound) =>
  ofEach(board, (team) => computeScore(round, team))
const roundRanksOf = (board: Scoreboard, round: ScoreboardRound) =>
  scoresOf(board, round).map((score) => findRank(round.roundRanks, score))
/** The ranks after a round. */
const ranksAfter = (board: Scoreboard, round: ScoreboardRound) => {
  const rounds = board.rounds.slice(0, board.rounds.indexOf(round) + 1)
  return ofEach(board, (team) => findRank(round.totalRanks, computeTotal(rounds, team)))
}
const tiesOf = (board: Scoreboard) => placesOf(board).map((place) => place?.tied)
const movementsOf = (board: Scoreboard) => placesOf(board).map((place) => place && computeMovement(place))

describe('one round', () => {
  test.each([
    { title: 'no teams', points: [], ranks: [], ties: [], order: [] },
    { title: 'one team', points: [7], ranks: [1], ties: [1], order: [0] },
    { title: '1-2-2-4', points: [1, 5, 9, 5], ranks: [4, 2, 1, 2], ties: [1, 2, 1, 2], order: [2, 1, 3, 0] },
    {
      title: 'a tie at the top',
      points: [8, 3, 8, 8],
      ranks: [1, 4, 1, 1],
      ties: [3, 1, 3, 3],
      order: [0, 2, 3, 1],
    },
    { title: 'a tie at the end', points: [2, 2, 3], ranks: [2, 2, 1], ties: [2, 2, 1], order: [2, 0, 1] },
    { title: 'all the same', points: [4, 4, 4], ranks: [1, 1, 1], ties: [3, 3, 3], order: [0, 1, 2] },
    { title: 'nobody scored', points: [0, 0], ranks: [1, 1], ties: [2, 2], order: [0, 1] },
    {
      title: 'far apart',
      points: [0, 9999, 9998, 9999],
      ranks: [4, 1, 3, 1],
      ties: [1, 2, 1, 2],
      order: [1, 3, 2, 0],
    },
  ])('$title', ({ points, ranks, ties, order }) => {
    const board = boardOf(points.length, [earning(1, points)])
    expect(totalsOf(board)).toEqual(points.map((each) => each * 100))
    expect(ranksOf(board)).toEqual(ranks)
    expect(board.rounds.map((each) => roundRanksOf(board, each))).toEqual([ranks])
    expect(Array.from(board.order)).toEqual(order)
    expect(tiesOf(board)).toEqual(ties)
    expect(order.map((team) => findTeamPlace(board, team)?.position)).toEqual(order.map((_, at) => at + 1))
  })

  test('a share of points is exact, and a hundredth of a point is no tie', () => {
    const lineups: Lineups = [
      [1, 2],
      [2, 1],
    ]
    const input = { teamCount: 2, percentages: [85, 84], rounds: [round(1, lineups, [2, 1])] }
    const board = computeScoreboard(input)
    expect(totalsOf(board)).toEqual([2 * 85 + 84, 85 + 2 * 84])
    expect(ranksOf(board)).toEqual([1, 2])
  })

  test('nobody has moved yet', () => {
    expect(movementsOf(boardOf(2, [earning(1, [1, 2])]))).toEqual([null, null])
  })
})

describe('several rounds', () => {
  const board = boardOf(3, [earning(1, [3, 2, 1]), earning(2, [0, 5, 5]), earning(3, [9, 0, 1])])

  test('each has its scores, its own ranks and the ranks after it', () => {
    const rounds = board.rounds.map((each) => ({
      roundNumber: each.roundNumber,
      scores: scoresOf(board, each),
      ranks: roundRanksOf(board, each),
      after: ranksAfter(board, each),
    }))
    expect(rounds).toEqual([
      { roundNumber: 1, scores: [300, 200, 100], ranks: [1, 2, 3], after: [1, 2, 3] },
      { roundNumber: 2, scores: [0, 500, 500], ranks: [3, 1, 1], after: [3, 1, 2] },
      { roundNumber: 3, scores: [900, 0, 100], ranks: [1, 3, 2], after: [1, 2, 2] },
    ])
  })

  test('the table shows totals and what moved since the round before', () => {
    expect(totalsOf(board)).toEqual([1200, 700, 700])
    expect(Array.from(board.order)).toEqual([0, 1, 2])
    expect(movementsOf(board)).toEqual([2, -1, 0])
  })

  test('a round that does not count is left out, and movement is told since the one that counted before', () => {
    const gap = boardOf(3, [earning(1, [3, 2, 1]), earning(3, [0, 0, 9])])
    expect(gap.rounds.map((each) => each.roundNumber)).toEqual([1, 3])
    expect(totalsOf(gap)).toEqual([300, 200, 1000])
    expect(movementsOf(gap)).toEqual([-1, -1, 2])
  })

  test('the final alone ranks by its own points', () => {
    const final = boardOf(3, [earning(3, [9, 0, 1])])
    expect(board.rounds.slice(2).map((each) => roundRanksOf(board, each))).toEqual([ranksOf(final)])
    expect(Array.from(final.order)).toEqual([0, 2, 1])
    expect(movementsOf(final)).toEqual([null, null, null])
  })

  test('the greatest points in every position of every round are still exact', () => {
    const six = { teamCount: 2, percentages: [100, 100, 100, 100, 100, 100] }
    const lineups = Uint8Array.from([1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1])
    const points = Uint16Array.from(Array(6).fill(9999))
    const rounds = [1, 2, 3].map((roundNumber) => ({ roundNumber, lineups, points }))
    const top = computeScoreboard({ ...six, rounds })
    expect(totalsOf(top)).toEqual([9999 * 600 * 3, 9999 * 600 * 3])
    expect(tiesOf(top)).toEqual([2, 2])
  })
})

describe('missing values count as 0', () => {
  test('a team that joined late, whether its empty line-up is there or not', () => {
    const later = earning(2, [1, 1, 4])
    const first: Lineups = [
      [1, 0],
      [2, 0],
    ]
    for (const lineups of [first, [...first, [0, 0] as const]]) {
      const board = boardOf(3, [round(1, lineups, [2, 1]), later])
      expect(board.rounds.slice(0, 1).map((each) => ranksAfter(board, each))).toEqual([[1, 2, 3]])
      expect(totalsOf(board)).toEqual([300, 200, 400])
      expect(movementsOf(board)).toEqual([-1, -1, 2])
    }
  })

  test('a country that withdrew, in whatever position it stands', () => {
    const lineups: Lineups = [
      [3, 1],
      [1, 3],
      [1, 2],
    ]
    expect(totalsOf(boardOf(3, [round(1, lineups, [10, 4, 0])]))).toEqual([500, 1000, 1200])
    expect(totalsOf(boardOf(3, [round(1, lineups, [10, 4])]))).toEqual([500, 1000, 1200])
  })
})

test('the reference line-ups get their exact scores', () => {
  const codes = Object.keys(reference.rawPoints[1])
  const lineups = Uint8Array.from(
    reference.lineups.flatMap(({ lineup }) => lineup.map((code) => codes.indexOf(code) + 1)),
  )
  const rounds = ([1, 2, 3] as const).map((roundNumber) => {
    const byCode = new Map(Object.entries(reference.rawPoints[roundNumber]))
    return { roundNumber, lineups, points: codes.map((code) => byCode.get(code) ?? 0) }
  })
  const input = { teamCount: reference.lineups.length, percentages: reference.sharesPercent, rounds }
  const board = computeScoreboard(input)
  const [first, second, third] = board.rounds.map((each) => scoresOf(board, each))
  const scores = reference.lineups.map((_, team) => ({
    1: first?.[team],
    2: second?.[team],
    3: third?.[team],
    total: totalsOf(board)[team],
  }))
  expect(scores).toEqual(reference.lineups.map(({ scoreHundredths }) => scoreHundredths))
})

describe('a league', () => {
  const board = boardOf(6, [earning(1, [1, 2, 3, 4, 5, 6]), earning(2, [9, 3, 2, 1, 0, 9])])
  const league = rankMembers(board, Int32Array.from([3, 4, 0, 2]))

  test('ranks its members among themselves; equal ones stand in joining order', () => {
    expect(Array.from(league.order)).toEqual([0, 2, 3, 4])
    expect([0, 2, 3, 4].map((team) => findLeaguePlace(board, league, team))).toEqual([
      { position: 1, rank: 1, tied: 1, totalHundredths: 1000, previousRank: 4 },
      { position: 2, rank: 2, tied: 3, totalHundredths: 500, previousRank: 3 },
      { position: 3, rank: 2, tied: 3, totalHundredths: 500, previousRank: 2 },
      { position: 4, rank: 2, tied: 3, totalHundredths: 500, previousRank: 1 },
    ])
  })

  test('has no place for a team that is no member', () => {
    expect([1, 5, 6].map((team) => findLeaguePlace(board, league, team))).toEqual([null, null, null])
  })

  test('of all teams is the whole table', () => {
    const all = rankMembers(board, Int32Array.from(board.order))
    expect(all.order).toEqual(board.order)
    for (const team of board.order) {
      expect(findLeaguePlace(board, all, team)).toEqual(findTeamPlace(board, team))
    }
  })

  test('without members is empty', () => {
    const empty = rankMembers(board, new Int32Array(0))
    expect(empty.order).toHaveLength(0)
    expect(findLeaguePlace(board, empty, 0)).toBeNull()
  })

  test('has not moved after one round', () => {
    const first = boardOf(2, [earning(1, [1, 2])])
    const both = rankMembers(first, Int32Array.from([0, 1]))
    const place = { position: 2, rank: 2, tied: 1, totalHundredths: 100, previousRank: null }
    expect(findLeaguePlace(first, both, 0)).toEqual(place)
  })
})

describe('looking up', () => {
  const order = Int32Array.from([4, 2, 0, 3, 1])

  test.each([
    { offset: 0, limit: 2, page: [4, 2] },
    { offset: 3, limit: 10, page: [3, 1] },
    { offset: 5, limit: 10, page: [] },
    { offset: 9, limit: 1, page: [] },
  ])('$limit rows from $offset', ({ offset, limit, page }) => {
    expect(listTeamsOnPage(order, { offset, limit })).toEqual(page)
  })

  test('a team is found by its id', () => {
    const teamIds = Int32Array.from([3, 8, 9, 40])
    expect([3, 8, 9, 40].map((id) => findTeamIndex(teamIds, id))).toEqual([0, 1, 2, 3])
    expect([0, 4, 41].map((id) => findTeamIndex(teamIds, id))).toEqual([null, null, null])
    expect(findTeamIndex(new Int32Array(0), 1)).toBeNull()
  })

  test('a team that is not on the scoreboard has no place', () => {
    expect(findTeamPlace(boardOf(1, [earning(1, [1])]), 1)).toBeNull()
    expect(findTeamPlace(boardOf(0, [earning(1, [])]), 0)).toBeNull()
  })
})

describe('input that does not fit is refused', () => {
  test('no round', () => {
    expect(() => boardOf(1, [])).toThrow(RangeError)
  })

  test.each([
    ['half a line-up', 2, [1, 2, 1]],
    ['more line-ups than teams', 1, [1, 2, 1, 2]],
  ])('%s', (_, teamCount, places) => {
    const rounds = [{ roundNumber: 1, lineups: Uint8Array.from(places), points: [1, 2] }]
    expect(() => computeScoreboard({ teamCount, percentages, rounds })).toThrow(RangeError)
  })
})

test.each([2, 900, 1000, 1001, 1600])('a league of %i is ordered by total, then by joining', (size) => {
  const points = Array.from({ length: 250 }, (_, at) => (at * 7919) % 90)
  const board = boardOf(
    2000,
    [1, 2].map((roundNumber) =>
      round(
        roundNumber,
        Array.from({ length: 2000 }, (_, team) => [1 + ((team * roundNumber) % 97), 98 + (team % 151)]),
        points,
      ),
    ),
  )
  const members = Int32Array.from({ length: size }, (_, at) => (at * 777) % 2000)
  const total = (team: number, rounds = board.rounds) => computeTotal(rounds, team)
  const expected = [...members].sort((a, b) => total(b) - total(a) || a - b)
  const league = rankMembers(board, members)
  expect([...league.order]).toEqual(expected)
  expect([...league.totals]).toEqual(expected.map((team) => total(team)))
  const before = [...members].map((team) => total(team, board.rounds.slice(0, 1))).sort((a, b) => b - a)
  expect([...(league.previousTotals ?? [])]).toEqual(before)
  expect(new Set(league.totals).size).toBeLessThan(Math.max(3, size))
})

describe('memory', () => {
  const teamCount = 3000
  /** A different line-up for each team, or a few that many teams share. */
  const lineupsOf = (different: number) =>
    Uint8Array.from({ length: 2 * teamCount }, (_, at) => {
      const lineup = Math.floor(at / 2) % different
      return at % 2 === 0 ? 1 + (lineup % 60) : 101 + Math.floor(lineup / 60)
    })
  const points = Array.from({ length: 254 }, (_, entry) => (entry < 100 ? entry : (entry - 100) * 200))
  const compute = (different: number) => {
    const lineups = lineupsOf(different)
    const rounds = [1, 2, 3].map((roundNumber) => ({ roundNumber, lineups, points }))
    return computeScoreboard({ teamCount, percentages, rounds })
  }
  /** The memory beside the line-ups, in bytes. */
  const bytesOf = ({ order, rounds }: Scoreboard) => {
    const tables = new Set(rounds.flatMap(({ roundRanks, totalRanks }) => [roundRanks, totalRanks]))
    return [...tables].reduce(
      (sum, { scores, ranks }) => sum + scores.buffer.byteLength + ranks.buffer.byteLength,
      order.buffer.byteLength,
    )
  }

  test.each([100, teamCount])(
    'a team costs 4 bytes, and a score that nobody else has 8 (%i different line-ups)',
    (different) => {
      const board = compute(different)
      expect(new Set(totalsOf(board)).size).toBe(different)
      expect(bytesOf(board)).toBe(4 * teamCount + 5 * 8 * different)
    },
  )

  test('a league keeps 12 bytes a member', () => {
    const board = compute(teamCount)
    const league = rankMembers(board, board.order.subarray(0, 1000))
    const arrays = [league.order, league.totals, league.previousTotals]
    expect(arrays.reduce((sum, array) => sum + (array?.buffer.byteLength ?? 0), 0)).toBe(12_000)
  })
})

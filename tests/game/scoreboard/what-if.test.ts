import { describe, expect, test } from 'vitest'
import { computeScoreboard, withPoints } from '#app/game/scoreboard/compute.ts'
import { findRank } from '#app/game/scoreboard/rank-table.ts'
import { findTeamPlace } from '#app/game/scoreboard/standings.ts'
import { findPlaceAmong, parseWhatIf, rankTotals } from '#app/game/scoreboard/what-if.ts'

const singers = [
  { id: 1, code: 'AT', country: 'Austria' },
  { id: 2, code: 'SE', country: 'Sweden' },
  { id: 3, code: 'IT', country: 'Italy' },
]
const final = { singers, through: null }
const toRows = (rows: readonly (readonly [code: string, points: string])[]) =>
  rows.map(([code, points]) => ({ code, points }))
const parse = (...rows: [code: string, points: string][]) => parseWhatIf(toRows(rows), final)

describe('typed rows', () => {
  test('are countries with points; empty ones count as none', () => {
    expect(parse(['SE', '300'], ['', ' '], ['AT', ' 0 '])).toEqual({
      ok: true,
      changes: [
        { entryId: 2, points: 300 },
        { entryId: 1, points: 0 },
      ],
    })
    expect(parse()).toEqual({ ok: true, changes: [] })
  })

  test.each(['', '-1', '1.5', '1,5', '10000', '1e3', 'many', '٣', '0x10', '+5'])(
    'Sweden cannot have %j',
    (points) => {
      const parsed = parse(['AT', '5'], ['SE', points])
      expect(parsed.ok || [...parsed.byRow]).toEqual([
        [1, { field: 'points', text: 'Sweden needs a whole number from 0 to 9999.' }],
      ])
    },
  )

  test.each([
    [['XX', '5'], 'This country does not sing in this show.'],
    [['se', '5'], 'This country does not sing in this show.'],
    [['__proto__', '5'], 'This country does not sing in this show.'],
    [['', '5'], 'Choose a country for these points.'],
    [['AT', '7'], 'Austria is listed twice.'],
  ] as const)('%j is refused in words', ([code, points], text) => {
    const parsed = parse(['AT', '5'], [code, points])
    expect(parsed.ok || [...parsed.byRow.values()]).toEqual([{ field: 'country', text }])
  })

  test('are five at most, right or wrong', () => {
    const many = Array.from({ length: 6 }, (_, n) => ({ id: n, code: `C${n}`, country: `Country ${n}` }))
    const rows = many.map(({ code }) => ({ code, points: '1' }))
    expect(parseWhatIf(rows.slice(1), { singers: many, through: null }).ok).toBe(true)
    expect(parseWhatIf(rows, { singers: many, through: null })).toMatchObject({
      ok: false,
      ofAll: 'At most 5 countries get other results at once.',
    })
  })
})

describe('typed rows of a semi-final', () => {
  const many = Array.from({ length: 15 }, (_, id) => ({ id, code: `C${id}`, country: `Country ${id}` }))
  /** Where the first so many are through. */
  const ask = (throughCount: number, ...rows: [code: string, points: string][]) =>
    parseWhatIf(toRows(rows), {
      singers: many,
      through: new Set(many.slice(0, throughCount).map(({ id }) => id)),
    })

  test('say of a country that it is through, or that it is not', () => {
    expect(ask(3, ['C0', '0'], ['C1', '50'], ['C7', '50'], ['C8', '0'])).toEqual({
      ok: true,
      changes: [
        { entryId: 0, points: 0 },
        { entryId: 1, points: 50 },
        { entryId: 7, points: 50 },
        { entryId: 8, points: 0 },
      ],
    })
  })

  test.each(['', '1', '49', '51', '300', '-50', '50.0', '050', '00', 'through'])(
    'no country has %j',
    (points) => {
      const parsed = ask(3, ['C7', points])
      expect(parsed.ok || [...parsed.byRow]).toEqual([
        [0, { field: 'points', text: 'Choose whether Country 7 is through.' }],
      ])
    },
  )

  test('make no more qualifiers than it has places', () => {
    expect(ask(9, ['C9', '50']).ok).toBe(true)
    expect(ask(10, ['C9', '50'], ['C10', '0']).ok).toBe(true)
    expect(ask(10, ['C0', '0'], ['C10', '50']).ok).toBe(true)
    const refused = {
      ok: false,
      ofAll: null,
      tooManyThrough:
        'Only 10 countries get through; with these it would be 11. Press one that does not get through.',
    }
    expect(ask(9, ['C9', '50'], ['C10', '50'])).toMatchObject(refused)
    expect(ask(10, ['C10', '50'])).toMatchObject(refused)
    expect(ask(10, ['C11', '0'], ['C10', '50'])).toMatchObject(refused)
  })

  test('are no fault where more are through already', () => {
    expect(ask(12, ['C0', '0']).ok).toBe(true)
    expect(ask(12, ['C0', '0'], ['C13', '50']).ok).toBe(true)
    expect(ask(12, ['C13', '50'])).toMatchObject({ ok: false })
  })
})

describe('the places with other points', () => {
  const percentages = [100, 85, 70]
  const teamCount = 40
  const lineupsOf = (seed: number) =>
    Uint8Array.from({ length: teamCount * 3 }, (_, at) => ((at * 7 + seed * 5 + (at >> 2)) % 9) + 1)
  const before = { roundNumber: 1, lineups: lineupsOf(1), points: [50, 0, 50, 0, 50, 0, 0, 50, 0] }
  const pointsNow = [12, 100, 7, 0, 45, 230, 3, 9, 61]
  const pointsThen = [12, 100, 300, 0, 45, 0, 3, 9, 61]
  const final = (points: readonly number[]) => ({ roundNumber: 3, lineups: lineupsOf(2), points })
  const now = computeScoreboard({ teamCount, percentages, rounds: [before, final(pointsNow)] })
  const then = computeScoreboard({ teamCount, percentages, rounds: [before, final(pointsThen)] })
  const rounds = now.rounds.map((round) =>
    round.roundNumber === 3 ? withPoints(round, pointsThen, percentages) : round,
  )

  test('are those of a table that was computed from them, for every team', () => {
    const ranks = rankTotals(rounds, teamCount)
    const all = Int32Array.from({ length: teamCount }, (_, team) => team)
    const places = Array.from(all, (team) => findTeamPlace(then, team))
    expect(places.map((place) => place?.rank)).not.toEqual(
      Array.from(all, (team) => findTeamPlace(now, team)?.rank),
    )
    for (const [team, place] of places.entries()) {
      expect(findRank(ranks, place?.totalHundredths ?? 0)).toBe(place?.rank)
      expect(findPlaceAmong(rounds, all, team)).toEqual({ rank: place?.rank, tied: place?.tied })
    }
  })

  test('in a league count its members only', () => {
    expect(findPlaceAmong(rounds, Int32Array.of(4), 4)).toEqual({ rank: 1, tied: 1 })
    expect(findPlaceAmong(rounds, Int32Array.of(4, 4, 4), 4)).toEqual({ rank: 1, tied: 3 })
  })
})

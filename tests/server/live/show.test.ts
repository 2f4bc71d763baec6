import { expect, test } from 'vitest'
import { computeShow } from '#app/server/live/show.server.ts'
import { contest } from '../../game/sample-contest.ts'

const deadlineAt = Date.parse('2025-05-13T19:00:00Z')
const [first, ...later] = contest.rounds
if (!first) throw new Error('A season without rounds')
const round = { ...first, deadlineAt }
const season = { ...contest, rounds: [round, ...later] }

test('the words beside a country follow the visitor’s zone, and the clock by the minute', () => {
  const { listCountries } = computeShow(
    { contest: season, round, official: null, results: null, hidden: null },
    {
      facts: { rounds: season.rounds, official: [], finalOrder: new Map() },
      positionOf: new Map(),
      hasPoints: false,
      enteredAt: new Map(),
    },
  )
  const wordsAt = (time: string, timeZone: string) => {
    const countries = listCountries({ now: Date.parse(`2025-05-13T${time}Z`), timeZone })
    expect(countries.size).toBe(contest.entries.length)
    return countries.get(1)?.show.text
  }
  for (let n = 0; n < 2; n += 1) {
    expect(wordsAt('19:01:00', 'Europe/Zurich')).toBe('Sings tonight')
    expect(wordsAt('19:01:00', 'America/New_York')).toBe('Sings today')
    expect(wordsAt('22:59:59', 'Europe/Zurich')).toBe('Sings tonight')
    expect(wordsAt('23:00:00', 'Europe/Zurich')).toBe('Waiting for the results')
  }
})

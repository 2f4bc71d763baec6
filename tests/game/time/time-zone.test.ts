import { expect, test } from 'vitest'
import { findTimeZone, listTimeZones } from '#app/game/time/time-zone.ts'

test('the list offers zones by name, each once, and each is found by its name', () => {
  const zones = listTimeZones()
  expect(zones.length).toBeGreaterThan(300)
  expect(new Set(zones).size).toBe(zones.length)
  for (const zone of ['Europe/Zurich', 'America/St_Johns', 'Pacific/Kiritimati', 'UTC']) {
    expect(zones).toContain(zone)
  }
  expect(zones.filter((zone) => findTimeZone(zone) !== zone)).toEqual([])
})

test.each([
  ['europe/zurich', 'Europe/Zurich'],
  ['  EUROPE/ZURICH ', 'Europe/Zurich'],
  ['Zürich', 'Europe/Zurich'],
  ["St John's", 'America/St_Johns'],
  ['st. john’s', 'America/St_Johns'],
  ['new york', 'America/New_York'],
  ['kiritimati', 'Pacific/Kiritimati'],
  ['utc', 'UTC'],
])('%j is understood as %s', (typed, zone) => {
  expect(findTimeZone(typed)).toBe(zone)
})

test.each([
  '',
  '  ',
  'Europe',
  'Europe/',
  'Europe/Atlantis',
  '../etc/localtime',
  'Zurich, Switzerland',
  '\n',
  'x'.repeat(100),
  'UTC'.padEnd(101),
])('%j is no zone', (typed) => {
  expect(findTimeZone(typed)).toBe(null)
})

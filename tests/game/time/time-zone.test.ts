import { expect, test } from 'vitest'
import { describeTimeZone, findTimeZone, listTimeZones } from '#app/game/time/time-zone.ts'

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
  ['CEST', 'Europe/Berlin'],
  ['CET', 'Europe/Berlin'],
  ['UTC+2', 'Etc/GMT-2'],
  ['UTC–5', 'Etc/GMT+5'],
  ['Beijing', 'Asia/Shanghai'],
  ['San Francisco', 'America/Los_Angeles'],
  ['gmt +02:00', 'Etc/GMT-2'],
  ['UTC−5', 'Etc/GMT+5'],
  ['UTC+14', 'Etc/GMT-14'],
  ['+0', 'UTC'],
  ['Tokio', 'Asia/Tokyo'],
  ['Kraków', 'Europe/Warsaw'],
  ['MÜNCHEN', 'Europe/Berlin'],
  ['Den Haag', 'Europe/Amsterdam'],
  ['EST', 'America/New_York'],
])('%j is understood as %s', (typed, zone) => {
  expect(findTimeZone(typed)).toBe(zone)
})

test.each([
  ['Bengaluru', 'Asia/Kolkata'],
  ['Kolkata', 'Asia/Kolkata'],
  ['UTC+5:30', 'Asia/Kolkata'],
  ['GMT +0545', 'Asia/Kathmandu'],
  ['Kyiv', 'Europe/Kyiv'],
  ['Kiev', 'Europe/Kyiv'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
])('%j is understood in whichever spelling Intl has for %s', (typed, zone) => {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
  expect(findTimeZone(typed)).toBe(timeZone)
})

test('every other name is of a zone that there is', () => {
  for (const name of ['wien', 'tirana', 'malmo', 'tel aviv', 'canberra', 'bukarest', 'bst'])
    expect(findTimeZone(name), name).not.toBeNull()
  expect(describeTimeZone('Etc/GMT-2')).toBe('UTC+2')
  expect(describeTimeZone('Europe/Zurich')).toBe('Europe/Zurich')
})

test.each([
  'UTC+15',
  'UTC+5:31',
  'UTC-5:30',
  'CXT',
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

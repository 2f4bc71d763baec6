import { expect, test } from 'vitest'
import { cacheDateFormatters } from '#app/game/time/date-formatters.ts'
import { listTimeZones } from '#app/game/time/time-zone.ts'

test('formatters are cached for the last used zones: requests for every zone take no more memory than 64 of them', () => {
  const formatIn = cacheDateFormatters('en')
  const home = formatIn('Europe/Zurich')
  const first = formatIn('Asia/Tokyo')
  const zones = listTimeZones().filter((zone) => zone !== 'Asia/Tokyo' && zone !== 'Europe/Zurich')
  expect(zones.length).toBeGreaterThan(400)
  const made = zones.map((zone) => {
    expect(formatIn('Europe/Zurich')).toBe(home)
    return formatIn(zone)
  })
  const isKept = zones.slice(-62).map((zone, at) => formatIn(zone) === made.at(at - 62))
  expect(isKept).toEqual(Array(62).fill(true))
  expect(formatIn('Asia/Tokyo')).not.toBe(first)
})

test('every spelling that Intl accepts is cached like a separate zone', () => {
  const formatIn = cacheDateFormatters('en')
  const first = formatIn('Europe/Zurich')
  for (let n = 0; n < 64; n += 1) {
    const spelt = [...'europe/berlin'].map((letter, at) =>
      (n >> (at % 6)) & 1 ? letter.toUpperCase() : letter,
    )
    formatIn(spelt.join(''))
  }
  expect(formatIn('Europe/Zurich')).not.toBe(first)
  expect(() => formatIn('Europe/Atlantis')).toThrow(RangeError)
})

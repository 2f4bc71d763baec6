import { expect, test } from 'vitest'
import { comparePrices } from '#app/game/scoring/compare-prices.ts'

const country = (name: string, priceTenths: number, points: number | null, isMine = false) => ({
  country: name,
  priceTenths,
  points,
  isMine,
})

test('names the best bargain beside the average, and has it, the winner and the own ones first', () => {
  const rows = [
    country('Sweden', 320, 321),
    country('Germany', 100, 10, true),
    country('Austria', 310, 436),
    country('Latvia', 50, 158),
    country('Luxembourg', 40, null),
  ]
  const compared = comparePrices(rows)
  expect(compared?.countries.map((each) => each.country)).toEqual(['Latvia', 'Austria', 'Germany', 'Sweden'])
  expect(compared).toMatchObject({ most: 436, dearest: 320 })
  expect(compared?.finding).toBe(
    'Best bargain: Latvia, 158 points for 5M. That is 31.6 points per million; the average is 11.9.',
  )
})

test('says nothing before a country has points', () => {
  expect(comparePrices([])).toBeNull()
  expect(comparePrices([country('Sweden', 320, null)])).toBeNull()
  expect(comparePrices([country('Sweden', 320, 0)])).toBeNull()
})

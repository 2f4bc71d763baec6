import { expect, test } from 'vitest'
import { chooseEvenly, findTick, listTicks } from '#app/game/scoreboard/tick-line.ts'

test('the last team is at the beginning of the line, the first at its end, others in proportion', () => {
  const totals = Int32Array.of(4000, 3000, 2500, 2000)
  expect(listTicks(totals)).toEqual([1000, 500, 250, 0])
  expect(findTick(totals, 2500)).toBe(250)
})

test('teams with the same points share a tick', () => {
  expect(listTicks(Int32Array.of(300, 300, 200, 100, 100))).toEqual([1000, 500, 0])
  expect(listTicks(Int32Array.of(0, 0, 0))).toEqual([1000])
  expect(findTick(Int32Array.of(0, 0, 0), 0)).toBe(1000)
})

test('a league of one, and an empty one', () => {
  expect(listTicks(Int32Array.of(70))).toEqual([1000])
  expect(listTicks(new Int32Array(0))).toEqual([])
})

test('a large league has 60 ticks at most, from the first team to the last', () => {
  const totals = Int32Array.from({ length: 100_000 }, (_, at) => 100_000 - at)
  const ticks = listTicks(totals)
  expect(ticks).toHaveLength(60)
  expect([ticks[0], ticks.at(-1)]).toEqual([1000, 0])
})

test('indices are chosen evenly, with the first and the last', () => {
  expect(chooseEvenly(9, 3)).toEqual([0, 4, 8])
  expect(chooseEvenly(2, 4)).toEqual([0, 1])
  expect(chooseEvenly(0, 4)).toEqual([])
  expect(chooseEvenly(1, 4)).toEqual([0])
})

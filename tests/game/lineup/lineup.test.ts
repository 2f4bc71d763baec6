import { describe, expect, test } from 'vitest'
import { adjustLineup, isOrderOf, moveInOrder } from '#app/game/lineup/lineup.ts'

describe('an order of a team', () => {
  test.each([
    ['the same countries in another order', [3, 2, 1], true],
    ['one missing', [1, 2], false],
    ['one too many', [1, 2, 3, 4], false],
    ['a foreign one', [1, 2, 4], false],
    ['one twice', [1, 2, 2], false],
  ])('%s', (_, order, isOrder) => {
    expect(isOrderOf([1, 2, 3], order)).toBe(isOrder)
  })
})

describe('when the team changes', () => {
  test('remaining countries keep their positions, new ones take the free positions in team order', () => {
    expect(adjustLineup([6, 5, 4, 3, 2, 1], [1, 8, 3, 7, 5, 6])).toEqual([6, 5, 8, 3, 7, 1])
  })

  test('a completely new team takes the positions in its own order', () => {
    expect(adjustLineup([1, 2, 3], [7, 8, 9])).toEqual([7, 8, 9])
  })

  test('an unchanged team changes nothing', () => {
    expect(adjustLineup([2, 1, 3], [1, 2, 3])).toEqual([2, 1, 3])
  })
})

describe('moving in an order', () => {
  test('takes one item to an index', () => {
    expect(moveInOrder(['a', 'b', 'c'], 'b', 0)).toEqual(['b', 'a', 'c'])
    expect(moveInOrder(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a'])
  })

  test('stops at the ends and ignores unknown items', () => {
    expect(moveInOrder(['a', 'b'], 'a', -1)).toEqual(['a', 'b'])
    expect(moveInOrder(['a', 'b'], 'b', 2)).toEqual(['a', 'b'])
    expect(moveInOrder(['a', 'b'], 'z', 1)).toEqual(['a', 'b'])
  })
})

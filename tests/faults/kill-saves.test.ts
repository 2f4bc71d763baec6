import { expect, test } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { report } from './support/game.ts'
import { killDuringSaves } from './support/kill-during-saves.ts'

test('a server killed repeatedly during saves has stored every acknowledged save completely', async () => {
  const { broken, ...figures } = await killDuringSaves(await newDatabase('kills'), { kills: 12, every: 60 })
  report('kill -9 during saves', figures)
  expect(broken).toEqual([])
  expect(figures.acknowledged).toBeGreaterThan(700)
  expect(figures.unanswered).toBeGreaterThan(0)
})

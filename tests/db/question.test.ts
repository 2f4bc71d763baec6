import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Given, question } from '#db/question.server.ts'
import { bumpVersion, findVersion } from '#db/versions.server.ts'
import { openStore } from '../store.ts'

/** A question is built once, and whoever asks it hears of their own values, from their own database. */
let store: Awaited<ReturnType<typeof openStore>>
let other: Awaited<ReturnType<typeof openStore>>
beforeAll(async () => {
  store = await openStore()
  other = await openStore()
})
afterAll(async () => {
  await store.db.destroy()
  await other.db.destroy()
})

let built = 0
const cheaper = question((db, given: Given<{ gameId: number; code: string; below: number }>) => {
  built += 1
  return db
    .selectFrom('entries')
    .select('country')
    .where('price_tenths', '<', given('below'))
    .where('code', '=', given('code'))
    .where('game_id', '=', given('gameId'))
    .where('country', '!=', 'Atlantis')
})

test('values go to their places by name, beside those that are always the same', async () => {
  const gameId = store.contest.id
  expect(await cheaper(store.db, { gameId, code: 'AT', below: 9999 })).toEqual([{ country: 'Austria' }])
  expect(await cheaper(store.db, { below: 9999, code: 'SE', gameId })).toEqual([{ country: 'Sweden' }])
  expect(await cheaper(store.db, { gameId, code: 'AT', below: 1 })).toEqual([])
  expect(await cheaper(store.db, { gameId: gameId + 1, code: 'AT', below: 9999 })).toEqual([])
  expect(built).toBe(1)
})

test('a value that is missing is told, and no question asked', async () => {
  // @ts-expect-error A value is missing.
  await expect(cheaper(store.db, { gameId: 1, code: 'AT' })).rejects.toThrow("without 'below'")
})

test('a transaction hears of its own, and what it took back is gone', async () => {
  const before = await findVersion(store.db, 'news')
  const undone = store.db.transaction().execute(async (tx) => {
    await bumpVersion(tx, 'news')
    expect(await findVersion(tx, 'news')).toBe(before + 1)
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
  expect(await findVersion(store.db, 'news')).toBe(before)
})

test('each database answers for itself', async () => {
  const before = await findVersion(other.db, 'news')
  await bumpVersion(store.db, 'news')
  expect(await findVersion(store.db, 'news')).toBe(before + 1)
  expect(await findVersion(other.db, 'news')).toBe(before)
})

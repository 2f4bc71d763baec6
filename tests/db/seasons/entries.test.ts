import { expect, test } from 'vitest'
import { listEntries, listFinalOrder } from '#db/seasons/entries.server.ts'
import { openTestDatabase } from '../../support/test-database.ts'

test('the final’s running order is no part of the entries, which pages send to browsers', async () => {
  const { db, contest } = await openTestDatabase()
  const gameId = contest.id
  const entries = await listEntries(db, gameId)
  const order = await listFinalOrder(db, gameId)
  const places = entries.map(({ code, id, ...entry }) => [code, entry.semiRunningOrder, order.get(id)])
  expect(places).toEqual(
    expect.arrayContaining([
      ['AL', 12, 26],
      ['AU', 1, undefined],
      ['IT', null, 14],
    ]),
  )
  expect(JSON.stringify(entries)).not.toContain('finalRunningOrder')
  expect(order.size).toBe(26)
  await db.destroy()
})

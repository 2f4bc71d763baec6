import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  findResultsChoice,
  updateResultsChoice,
  updateRevealedRound,
} from '#db/accounts/results-choices.server.ts'
import { openTestDatabase } from '../../support/test-database.ts'

/** The stored choice of a manager about results (D38). */
let store: Awaited<ReturnType<typeof openTestDatabase>>
let managerId: number

beforeEach(async () => {
  store = await openTestDatabase()
  managerId = await store.manager('anna')
})
afterEach(() => store.db.destroy())

const choice = () => findResultsChoice(store.db, managerId)
const reveal = (roundNumber: number, year = 2025) =>
  updateRevealedRound(store.db, { managerId, year, roundNumber })

test('is none until an answer, and none for an unknown manager', async () => {
  expect(await choice()).toEqual({ kind: 'none' })
  await reveal(2)
  expect(await choice()).toEqual({ kind: 'none' })
  expect(await findResultsChoice(store.db, 999_999)).toEqual({ kind: 'none' })
})

test('hides all, reveals more and never less, and forgets that when it is turned off', async () => {
  await updateResultsChoice(store.db, managerId, 'hide')
  expect(await choice()).toEqual({ kind: 'hide', year: 0, roundNumber: 0 })
  await Promise.all([reveal(2), reveal(1)])
  await reveal(1)
  expect(await choice()).toEqual({ kind: 'hide', year: 2025, roundNumber: 2 })
  await reveal(1, 2026)
  expect(await choice()).toEqual({ kind: 'hide', year: 2026, roundNumber: 1 })
  await updateResultsChoice(store.db, managerId, 'show')
  expect(await choice()).toEqual({ kind: 'show' })
  await reveal(3)
  await updateResultsChoice(store.db, managerId, 'hide')
  expect(await choice()).toEqual({ kind: 'hide', year: 0, roundNumber: 0 })
})

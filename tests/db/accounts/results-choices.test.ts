import { beforeEach, expect, test } from 'vitest'
import { ensureManager } from '#db/accounts/managers.server.ts'
import {
  findResultsChoice,
  updateResultsChoice,
  updateRevealedRound,
} from '#db/accounts/results-choices.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { openNewDatabase } from '#tests/support/databases.ts'

let db: Db
let managerId: number
let otherId: number

beforeEach(async () => {
  db = await openNewDatabase()
  await migrate(db)
  managerId = await ensureManager(db, { issuer: 'test', subject: 'one', now: 1 })
  otherId = await ensureManager(db, { issuer: 'test', subject: 'other', now: 1 })
  for (const id of [managerId, otherId]) await updateResultsChoice(db, id, 'hide')
})

const hidden = (year: number, roundNumber: number) => ({ kind: 'hide', year, roundNumber })

test('a revealed round stays revealed when an earlier one is revealed again', async () => {
  await updateRevealedRound(db, { managerId, year: 2025, roundNumber: 2 })
  await updateRevealedRound(db, { managerId, year: 2025, roundNumber: 1 })
  expect(await findResultsChoice(db, managerId)).toEqual(hidden(2025, 2))
  await updateRevealedRound(db, { managerId, year: 2025, roundNumber: 3 })
  expect(await findResultsChoice(db, managerId)).toEqual(hidden(2025, 3))
})

test('another season begins hidden', async () => {
  await updateRevealedRound(db, { managerId, year: 2025, roundNumber: 3 })
  await updateRevealedRound(db, { managerId, year: 2026, roundNumber: 1 })
  expect(await findResultsChoice(db, managerId)).toEqual(hidden(2026, 1))
})

test('nobody else’s choice changes', async () => {
  await updateRevealedRound(db, { managerId, year: 2025, roundNumber: 2 })
  expect(await findResultsChoice(db, otherId)).toEqual(hidden(0, 0))
  await updateResultsChoice(db, managerId, 'show')
  expect(await findResultsChoice(db, otherId)).toEqual(hidden(0, 0))
})

test('nothing is revealed to who sees everything', async () => {
  await updateResultsChoice(db, managerId, 'show')
  await updateRevealedRound(db, { managerId, year: 2025, roundNumber: 2 })
  await updateResultsChoice(db, managerId, 'hide')
  expect(await findResultsChoice(db, managerId)).toEqual(hidden(0, 0))
})

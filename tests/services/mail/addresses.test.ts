import { expect, test } from 'vitest'
import { waitingLifeMs } from '#app/game/notification/mail-address.ts'
import { confirmAddress, deleteExpiredAddresses } from '#app/services/mail/addresses.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { insertMailAddress } from '#db/mail/mail-addresses.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'

test('an address that is not confirmed in time is deleted, a confirmed one stays', async () => {
  const { db } = await openTestDatabase()
  const add = async (subject: string, now: number) => {
    const managerId = await ensureManager(db, { issuer: 'test', subject, now })
    const address = `${subject}@example.org`
    return insertMailAddress(db, { managerId, address, timeZone: null, now })
  }
  const left = async () => (await db.selectFrom('mail_addresses').select('address').execute()).length
  const confirmed = await add('anna', 0)
  await confirmAddress(db, { addressId: confirmed, now: 1 })
  await add('bjorn', 0)
  await add('carla', 10)
  await deleteExpiredAddresses(db, waitingLifeMs)
  expect(await left()).toBe(3)
  await deleteExpiredAddresses(db, waitingLifeMs + 1)
  expect(await db.selectFrom('mail_addresses').select('address').orderBy('id').execute()).toEqual([
    { address: 'anna@example.org' },
    { address: 'carla@example.org' },
  ])
})

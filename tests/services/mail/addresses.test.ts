import { describe, expect, test } from 'vitest'
import { waitingLifeMs } from '#app/game/notification/mail-address.ts'
import {
  confirmAddress,
  deleteExpiredAddresses,
  removeMailAddresses,
  requestConfirmation,
  saveMailChoices,
  unsubscribe,
} from '#app/services/mail/addresses.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import { findMailAddresses, insertMailAddress } from '#db/mail/mail-addresses.server.ts'
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

/** Two managers, each with a confirmed address, another that waits to be confirmed, and its mail. */
async function openTwo() {
  const store = await openTestDatabase()
  const { db } = store
  const add = async (subject: string) => {
    const managerId = await store.manager(subject)
    const ask = (address: string, now: number) =>
      requestConfirmation(db, { managerId, address: `${address}@example.org`, timeZone: null, now })
    expect(await ask(`${subject}-old`, 1)).toEqual({ ok: true })
    const { waiting } = await findMailAddresses(db, managerId)
    await confirmAddress(db, { addressId: waiting?.id ?? 0, now: 2 })
    await saveMailChoices(db, {
      managerId,
      choices: { season: true, reminder: true, results: true },
      timeZone: null,
    })
    expect(await ask(`${subject}-new`, 3)).toEqual({ ok: true })
    return { managerId, ask, find: () => findMailAddresses(db, managerId) }
  }
  const bjorn = await add('björn')
  const anna = await add('anna')
  const mailsOf = (managerId: number) =>
    db.selectFrom('outbox').selectAll().where('manager_id', '=', managerId).orderBy('id').execute()
  return { db, anna, bjorn, mailsOf }
}

describe('what one person does with an address', () => {
  test.each(['ask again', 'confirm', 'take back', 'remove', 'end one kind', 'choose'])(
    'changes nothing of another: %s',
    async (step) => {
      const { db, anna, bjorn, mailsOf } = await openTwo()
      const { confirmed, waiting } = await anna.find()
      expect([confirmed?.address, waiting?.address]).toEqual(['anna-old@example.org', 'anna-new@example.org'])
      const others = [await bjorn.find(), await mailsOf(bjorn.managerId)]
      const { managerId } = anna
      const choices = { season: false, reminder: true, results: false }
      if (step === 'ask again') expect(await anna.ask('anna-third', 120_000)).toEqual({ ok: true })
      if (step === 'confirm') await confirmAddress(db, { addressId: waiting?.id ?? 0, now: 4 })
      if (step === 'take back') await removeMailAddresses(db, { managerId, isWaiting: true })
      if (step === 'remove') await removeMailAddresses(db, { managerId, isWaiting: false })
      if (step === 'end one kind') await unsubscribe(db, { addressId: confirmed?.id ?? 0, kind: 'results' })
      if (step === 'choose') await saveMailChoices(db, { managerId, choices, timeZone: null })
      expect([await bjorn.find(), await mailsOf(bjorn.managerId)]).toEqual(others)
      const after = await anna.find()
      const addresses = [after.confirmed?.address, after.waiting?.address]
      const [old, fresh] = ['anna-old@example.org', 'anna-new@example.org']
      expect(addresses).toEqual(
        {
          'ask again': [old, 'anna-third@example.org'],
          confirm: [fresh, undefined],
          'take back': [old, undefined],
          remove: [undefined, undefined],
          'end one kind': [old, fresh],
          choose: [old, fresh],
        }[step],
      )
      const on = { season: true, reminder: true, results: true }
      const expected = { 'end one kind': { ...on, results: false }, choose: choices }[step] ?? on
      if (after.confirmed) expect(after.confirmed.choices).toEqual(expected)
    },
  )
})

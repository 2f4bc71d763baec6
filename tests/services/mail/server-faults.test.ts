import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailLinks } from '#app/auth/mail-links.server.ts'
import { findRetryDelay, longestRetryDelayMs } from '#app/game/notification/notification.ts'
import { sendBatch } from '#app/services/mail/send-batch.server.ts'
import { openTransport } from '#app/services/mail/transport.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { claimMails, queueMails } from '#db/mail/outbox.server.ts'
import { acquireSenderLease } from '#db/mail/sender-lease.server.ts'
import { newDatabase } from '#tests/support/databases.ts'
import { openHangingUpMailbox, openMailbox, openSilentMailbox } from '#tests/support/mailbox.ts'
import { hour, openMailWorld } from './mail-world.ts'

/** Faults of a mail server, a second process or a kill while mails wait: none is lost, and none is sent twice. */
let world: Awaited<ReturnType<typeof openMailWorld>>
const opened: { close: () => Promise<void> }[] = []

beforeEach(async () => {
  world = await openMailWorld()
  await world.db.deleteFrom('mailings').execute()
})
afterEach(async () => {
  await world.close()
  for (const each of opened.splice(0)) await each.close()
})

async function keep<Box extends { close: () => Promise<void> }>(opening: Promise<Box>): Promise<Box> {
  const box = await opening
  opened.push(box)
  return box
}

/** Queues one mail for each name. */
async function queueFor(...names: string[]): Promise<void> {
  for (const name of names) {
    const fan = await world.fan(name)
    await queueMails(world.db, [{ ...fan, cause: 'test:1', kind: 'test', now: world.now() }])
  }
}

const minutes = (n: number) => world.pass(n * 60_000)
const states = async () => (await world.outbox()).map(({ state, tries }) => [state, tries])

test('an unreachable mail server is retried with growing backoff, and each mail arrives once when it is back', async () => {
  const before = await openMailbox()
  await before.close()
  await queueFor('anna', 'bjorn')
  const sender = await world.send(before.url)
  expect(await states()).toEqual([
    ['waiting', 1],
    ['waiting', 1],
  ])
  minutes(1.9)
  await sender.look()
  expect((await states()).flat()).not.toContain(2)
  const mailbox = await keep(openMailbox({ port: before.port }))
  minutes(0.2)
  await sender.look()
  await sender.look()
  expect(await states()).toEqual([
    ['sent', 2],
    ['sent', 2],
  ])
  expect(mailbox.mails).toHaveLength(2)
  expect(world.events.map(({ event }) => event)).toEqual([
    'mail-server-away',
    'mail-server-back',
    'mails-sent',
  ])
})

test('a mail is given up after eight tries, with a reason without names', async () => {
  const gone = await openMailbox()
  await gone.close()
  await queueFor('anna')
  const sender = await world.send(gone.url)
  for (let tries = 1; tries < 8; tries += 1) {
    expect(await states()).toEqual([['waiting', tries]])
    world.pass(findRetryDelay(tries) ?? 0)
    await sender.look()
  }
  expect(await world.outbox()).toMatchObject([
    { state: 'failed', tries: 8, reason: 'The mail server takes no mails (ESOCKET).' },
  ])
  world.pass(longestRetryDelayMs * 3)
  await sender.look()
  expect(await states()).toEqual([['failed', 8]])
})

test('a refused address is given up at once; a deferred one is retried; others are not delayed', async () => {
  let isBusy = true
  const responseCode = (address: string) => (address.startsWith('later') && isBusy ? 451 : undefined)
  const mailbox = await keep(openMailbox({ refuses: 'nobody@example.org', responseCode }))
  await queueFor('nobody', 'later', 'anna')
  const sender = await world.send(mailbox.url)
  const states = async () => (await world.outbox()).map(({ state, reason }) => [state, reason])
  expect(await states()).toEqual([
    ['failed', 'The mail server refused it (550).'],
    ['waiting', 'The mail server asked to come back later (451).'],
    ['sent', null],
  ])
  isBusy = false
  minutes(2)
  await sender.look()
  expect((await states()).map(([state]) => state)).toEqual(['failed', 'sent', 'sent'])
  expect(mailbox.mails).toHaveLength(2)
})

test('an unresponsive mail server blocks a try for a limited time only, and mails wait', async () => {
  const silent = await keep(openSilentMailbox())
  await queueFor('anna')
  await world.send(silent.url, { stepTimeout: 200 })
  expect(await states()).toEqual([['waiting', 1]])
  expect(world.events).toEqual([
    { event: 'mail-server-away', reason: 'The mail server takes no mails (ETIMEDOUT).' },
  ])
})

test('a mail server that accepts a mail and disconnects without a response gets it again, with the same id', async () => {
  const rude = await keep(openHangingUpMailbox())
  await queueFor('anna')
  const sender = await world.send(rude.url)
  minutes(2)
  await sender.look()
  expect(await states()).toEqual([['waiting', 2]])
  const ids = rude.taken.map((mail) => /^message-id: (.*)$/im.exec(mail)?.[1])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('a kill between a try and its outcome leaves the mail to the next process, after the lease and the pause', async () => {
  const mailbox = await keep(openMailbox())
  await queueFor('anna')
  await world.db.transaction().execute(async (tx) => {
    await acquireSenderLease(tx, { holder: 'killed', now: world.now() })
    await claimMails(tx, { now: world.now(), limit: 4 })
  })
  const sender = await world.send(mailbox.url)
  minutes(1.5)
  await sender.look()
  expect(await states()).toEqual([['waiting', 1]])
  minutes(0.5)
  await sender.look()
  expect(await states()).toEqual([['sent', 2]])
  expect(mailbox.mails).toHaveLength(1)
})

test('while a live process holds the lease another sends nothing; a lease from the future is ignored', async () => {
  const mailbox = await keep(openMailbox())
  await queueFor('anna')
  await world.db.transaction().execute((tx) => acquireSenderLease(tx, { holder: 'other', now: world.now() }))
  const sender = await world.send(mailbox.url)
  expect(await states()).toEqual([['waiting', 0]])
  world.pass(-10 * hour)
  await world.db.updateTable('outbox').set({ next_try_at: world.now() }).execute()
  await sender.look()
  expect(await states()).toEqual([['sent', 1]])
  expect(mailbox.mails).toHaveLength(1)
})

test('a mail postponed while the system clock was ahead does not wait for that day', async () => {
  const mailbox = await keep(openMailbox())
  await queueFor('anna', 'bjorn')
  await world.db
    .updateTable('outbox')
    .set({ next_try_at: world.now() + 90 * 24 * hour })
    .where('id', '=', 1)
    .execute()
  const sender = await world.send(mailbox.url)
  await sender.look()
  expect((await states()).map(([state]) => state)).toEqual(['sent', 'sent'])
})

test('a mail that a person is waiting for is sent, although the system clock was set back since', async () => {
  const mailbox = await keep(openMailbox())
  await queueFor('anna')
  world.pass(-3 * hour)
  await world.send(mailbox.url)
  expect(await states()).toEqual([['sent', 1]])
})

test('two senders on one database never send a mail twice', async () => {
  const location = await newDatabase('mails')
  await world.close()
  world = await openMailWorld(openDatabase(location, { mayCreate: true }))
  const mailbox = await keep(openMailbox())
  await queueFor(...Array.from({ length: 12 }, (_, index) => `fan-${index}`))
  const connections = [openDatabase(location), openDatabase(location)]
  const transport = openTransport(mailbox.url)
  const posts = connections.map((db) => ({
    ...{ db, clock: world.clock, now: world.now, transport, links: mailLinks, readResults: async () => null },
    from: { name: 'Douze', address: 'douze@douze.example' },
    // The same holder, too: the claim alone must prevent duplicates.
    holder: 'one',
  }))
  const work = async (post: (typeof posts)[number]) => {
    while ((await sendBatch(post)).length > 0);
  }
  await Promise.all(posts.map(work))
  transport.close()
  for (const db of connections) await db.destroy()
  const ids = mailbox.mails.map(({ messageId }) => messageId)
  expect(ids).toHaveLength(12)
  expect(new Set(ids).size).toBe(12)
})

test('no log event contains an address', async () => {
  const mailbox = await keep(openMailbox({ responseCode: () => 553 }))
  await queueFor('anna')
  await world.send(mailbox.url)
  expect(world.events.map(({ event }) => event)).toEqual(['mail-failed', 'mails-sent'])
  expect(JSON.stringify(world.events)).not.toMatch(/anna|@/)
})

test('stopping aborts a hanging try, and releases the lease', async () => {
  const silent = await keep(openSilentMailbox())
  await queueFor('anna')
  const lease = () => world.db.selectFrom('sender_lease').select('holder').execute()
  const sender = await world.send(silent.url, { stepTimeout: 100 })
  expect(await lease()).toEqual([{ holder: 'one' }])
  await sender.stop()
  expect(await lease()).toEqual([])
  await sender.look()
  expect(await states()).toEqual([['waiting', 1]])
})

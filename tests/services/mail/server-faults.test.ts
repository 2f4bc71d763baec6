import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mailLinks } from '#app/auth/mail-links.server.ts'
import { findRetryDelay, longestRetryDelayMs } from '#app/game/notification/notification.ts'
import { sendBatch } from '#app/services/mail/send-batch.server.ts'
import { openTransport } from '#app/services/mail/transport.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { claimMails, queueMails } from '#db/mail/outbox.server.ts'
import { acquireSenderLease } from '#db/mail/sender-lease.server.ts'
import { isOnPostgres, newDatabase } from '#tests/support/databases.ts'
import { mailLogin, openHangingUpMailbox, openMailbox, openSilentMailbox } from '#tests/support/mailbox.ts'
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

test('an unreachable mail server is retried, and each mail arrives once when it is back', async () => {
  const before = await openMailbox()
  await before.close()
  await queueFor('anna', 'bjorn')
  const sender = await world.send(before.url)
  for (const _ of [1, 2, 3]) {
    minutes(1)
    await sender.look()
  }
  expect(await states(), 'what is not about a mail costs it no try').toEqual([
    ['waiting', 0],
    ['waiting', 0],
  ])
  const mailbox = await keep(openMailbox({ port: before.port }))
  await sender.look()
  expect((await states()).flat(), 'not before the pause').not.toContain('sent')
  minutes(1)
  await sender.look()
  expect(await states()).toEqual([
    ['sent', 1],
    ['sent', 1],
  ])
  expect(mailbox.mails).toHaveLength(2)
  expect(world.events).toEqual([
    {
      event: 'mail-server-away',
      reason: 'The mail server takes no mails: nothing listens at its port (ECONNREFUSED).',
    },
    { event: 'mail-server-back' },
    { event: 'mails-sent', sent: 2, failed: 0 },
  ])
})

test('a mail is given up after eight tries, with a reason without names', async () => {
  const mailbox = await keep(openMailbox({ responseCode: () => 451 }))
  await queueFor('anna')
  const sender = await world.send(mailbox.url)
  for (let tries = 1; tries < 8; tries += 1) {
    expect(await states()).toEqual([['waiting', tries]])
    world.pass(findRetryDelay(tries) ?? 0)
    await sender.look()
  }
  expect(await world.outbox()).toMatchObject([
    { state: 'failed', tries: 8, reason: 'The mail server asked to come back later (451).' },
  ])
  world.pass(longestRetryDelayMs * 3)
  await sender.look()
  expect(await states()).toEqual([['failed', 8]])
})

test('a mail waits three days for a mail server that is away, and then has its eight tries', async () => {
  const gone = await openMailbox()
  await gone.close()
  await queueFor('anna')
  const sender = await world.send(gone.url)
  world.pass(3 * 24 * hour)
  await sender.look()
  expect(await states()).toEqual([['waiting', 0]])
  for (let tries = 1; tries <= 8; tries += 1) {
    world.pass(longestRetryDelayMs)
    await sender.look()
  }
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

test('the limits that a mail server tells are kept, and cost no mail a try', async () => {
  const two = await keep(openMailbox({ maxConnections: 2 }))
  await queueFor(...Array.from({ length: 20 }, (_, index) => `fan-${index}`))
  await world.send(two.url)
  expect(await states()).toEqual(Array.from({ length: 20 }, () => ['sent', 1]))
  expect(world.events).toEqual([{ event: 'mails-sent', sent: 20, failed: 0 }])
})

test('a mail server that takes thirty mails a minute gets thirty a minute, for an hour', async () => {
  const begun = world.now()
  let minute = { from: begun, count: 0 }
  let refused = 0
  const mailbox = await keep(
    openMailbox({
      // As Postfix counts: by minutes that begin with a mail; what it refuses is counted, too.
      refuseSender() {
        if (world.now() - minute.from >= 60_000) minute = { from: world.now(), count: 0 }
        minute.count += 1
        if (minute.count <= 30) return undefined
        refused += 1
        return { responseCode: 450, text: '4.7.1 Error: too much mail from 127.0.0.1' }
      },
    }),
  )
  await queueFor(...Array.from({ length: 100 }, (_, index) => `fan-${index}`))
  const sender = await world.send(mailbox.url)
  const isSent = async () => (await states()).every(([state]) => state === 'sent')
  while (!(await isSent()) && world.now() < begun + 60 * 60_000) {
    world.pass(1_000)
    await sender.look()
  }
  expect(await states()).toEqual(Array.from({ length: 100 }, () => ['sent', 1]))
  // Thirty at once and two seconds for each of the others.
  expect((world.now() - begun) / 200_000, 'of the time that the limit allows').toBeLessThanOrEqual(1.2)
  expect(refused).toBeLessThan(15)
  world.pass(2_000)
  await sender.look()
  expect(world.events).toEqual([{ event: 'mails-sent', sent: 100, failed: 0 }])
})

test('a mail server that stays too busy is said to be away', async () => {
  const busy = () => ({ responseCode: 421, text: '4.3.2 Come back later' })
  const mailbox = await keep(openMailbox({ refuseSender: busy }))
  await queueFor('anna')
  const sender = await world.send(mailbox.url)
  expect(world.events).toEqual([])
  for (let seconds = 0; seconds < 120; seconds += 15) {
    world.pass(15_000)
    await sender.look()
  }
  expect(world.events).toEqual([{ event: 'mail-server-away', reason: 'The mail server is too busy (421).' }])
  expect(await states()).toEqual([['waiting', 0]])
})

test('a mail whose recipient is answered 421 waits alone', async () => {
  const responseCode = (address: string) => (address.startsWith('slow') ? 421 : undefined)
  const mailbox = await keep(openMailbox({ responseCode }))
  await queueFor('slow', 'anna', 'bjorn')
  await world.send(mailbox.url)
  expect(await states()).toEqual([
    ['waiting', 1],
    ['sent', 1],
    ['sent', 1],
  ])
  expect(world.events).toEqual([{ event: 'mails-sent', sent: 2, failed: 0 }])
})

test('the same refusal for address after address is not about them: all stay, and are sent once it is mended', async () => {
  let isOpen = false
  const mailbox = await keep(openMailbox({ responseCode: () => (isOpen ? undefined : 554) }))
  await queueFor(...Array.from({ length: 30 }, (_, index) => `fan@club-${index}.example`))
  const sender = await world.send(mailbox.url)
  for (const _ of [1, 2, 3, 4, 5]) {
    minutes(3)
    await sender.look()
  }
  expect((await states()).map(([state]) => state)).toEqual(Array.from({ length: 30 }, () => 'waiting'))
  expect(world.events).toEqual([
    { event: 'mail-server-away', reason: 'The mail server refuses every mail (554).' },
  ])
  isOpen = true
  minutes(3)
  await sender.look()
  expect((await states()).map(([state]) => state)).toEqual(Array.from({ length: 30 }, () => 'sent'))
  expect(mailbox.mails).toHaveLength(30)
  expect(world.events.at(-2)).toEqual({ event: 'mail-server-back' })
})

test('what a server refuses to everybody is given up after three days', async () => {
  const mailbox = await keep(openMailbox({ responseCode: () => 554 }))
  await queueFor(...[1, 2, 3, 4].map((n) => `fan@club-${n}.example`))
  const sender = await world.send(mailbox.url)
  expect((await states()).map(([state]) => state)).toEqual(Array.from({ length: 4 }, () => 'waiting'))
  world.pass(3 * 24 * hour + 1)
  for (const _ of [1, 2, 3, 4]) {
    minutes(3)
    await sender.look()
  }
  expect((await states()).map(([state]) => state)).toEqual(Array.from({ length: 4 }, () => 'failed'))
})

test('refused addresses between others, or of two domains only, are given up', async () => {
  const responseCode = (address: string) => (address.startsWith('nobody') ? 550 : undefined)
  const mailbox = await keep(openMailbox({ responseCode }))
  await queueFor('nobody@a.example', 'nobody@b.example', 'nobody-2@a.example', 'nobody-2@b.example')
  await world.send(mailbox.url)
  expect((await states()).map(([state]) => state)).toEqual(Array.from({ length: 4 }, () => 'failed'))
  await queueFor('nobody@c.example', 'nobody@d.example', 'nobody@e.example', 'anna')
  await world.send(mailbox.url)
  expect((await states()).map(([state]) => state).slice(4)).toEqual(['failed', 'failed', 'failed', 'sent'])
  expect(world.events.map(({ event }) => event)).not.toContain('mail-server-away')
})

test('a mail is sent once, although its outcome cannot be stored for a while', async () => {
  const mailbox = await keep(openMailbox())
  await queueFor('anna', 'bjorn')
  if (!isOnPostgres)
    await sql`create trigger held before update of state on outbox begin select raise(abort, 'full'); end`.execute(
      world.db,
    )
  else {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'full'; end $$`.execute(
      world.db,
    )
    await sql`create trigger held before update of state on outbox for each row execute function refuse()`.execute(
      world.db,
    )
  }
  const release = isOnPostgres ? sql`drop trigger held on outbox` : sql`drop trigger held`
  let troubles = 0
  await world.send(mailbox.url, {
    onEvent({ event }) {
      if (event !== 'mail-trouble') return
      troubles += 1
      if (troubles === 11) void release.execute(world.db)
    },
  })
  expect(await states()).toEqual([
    ['sent', 1],
    ['sent', 1],
  ])
  expect(mailbox.mails).toHaveLength(2)
  expect(troubles).toBeGreaterThanOrEqual(11)
})

test('a password is used, also by a server on this machine that takes it after STARTTLS only', async () => {
  const mailbox = await keep(openMailbox({ signIn: 'tls' }))
  const url = new URL(mailbox.url)
  await queueFor('anna')
  await world.send(Object.assign(url, mailLogin).href)
  expect(await states()).toEqual([['sent', 1]])
  expect(mailbox.clients).toEqual([{ name: 'douze.example', user: mailLogin.username }])
})

const notTaken = 'The mail server takes no mails: it does not take the user name and password of SMTP_URL'
test.each([
  ['offers no sign-in', {}, mailLogin, `${notTaken} (500).`],
  ['does not know the password', { signIn: 'tls' }, { ...mailLogin, password: 'ten' }, `${notTaken} (535).`],
  [
    'asks for a sign-in',
    { signIn: 'tls' },
    {},
    'The mail server takes no mails: it asks for a sign-in or TLS first (530).',
  ],
  [
    'does not take the sender',
    { refuseSender: () => ({ responseCode: 553, text: '5.7.1 Not yours' }) },
    {},
    'The mail server takes no mails: it does not take the sender MAIL_FROM (553).',
  ],
] as const)(
  'where the server %s nothing is dropped, and the log says so',
  async (_, options, login, reason) => {
    const mailbox = await keep(openMailbox(options))
    await queueFor('anna')
    const sender = await world.send(Object.assign(new URL(mailbox.url), login).href)
    minutes(2)
    await sender.look()
    expect(await states()).toEqual([['waiting', 0]])
    expect(world.events).toEqual([{ event: 'mail-server-away', reason }])
    expect(mailbox.mails).toEqual([])
  },
)

test.each([
  ['smtps:', 'it does not speak TLS there: smtps:// is for port 465, smtp:// for 587 and 25'],
  ['smtp://nowhere.invalid', 'its name is not found'],
])('%s of a wrong server is told in words', async (change, words) => {
  const mailbox = await keep(openMailbox())
  const url = change.includes('//') ? change : mailbox.url.replace('smtp:', change)
  await queueFor('anna')
  await world.send(url)
  expect(world.events).toMatchObject([{ event: 'mail-server-away' }])
  expect(JSON.stringify(world.events)).toContain(`The mail server takes no mails: ${words} (`)
})

test('a certificate that nobody vouches for is told in words, on another machine than this', async () => {
  // An address of this machine that is not taken for it.
  const mailbox = await keep(openMailbox({ signIn: 'tls', host: '127.0.0.2' }))
  const url = Object.assign(new URL(mailbox.url), mailLogin).href
  await queueFor('anna')
  await world.send(url)
  expect(JSON.stringify(world.events)).toContain('takes no mails: its certificate is not trusted (')
  expect(await states()).toEqual([['waiting', 0]])
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

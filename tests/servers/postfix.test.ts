import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queueMails } from '#db/mail/outbox.server.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { openMailWorld } from '../services/mail/mail-world.ts'
import { signInAfterTls, startPostfix, writeSignIn } from './support/postfix.ts'
import { whyNot } from './support/programs.ts'

/** Mails through a Postfix as Debian ships it, which relays them to the mailbox that counts them. */
const missingPostfix = whyNot('postfix', 'openssl')
let world: Awaited<ReturnType<typeof openMailWorld>>
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let postfix: Awaited<ReturnType<typeof startPostfix>> | undefined

beforeEach(async () => {
  world = await openMailWorld(undefined, { isRealTime: true })
  await world.db.deleteFrom('mailings').execute()
  mailbox = await openMailbox()
})
afterEach(async () => {
  await world.close()
  postfix?.remove()
  postfix = undefined
  await mailbox.close()
})

async function start(settings: readonly string[] = []) {
  postfix = await startPostfix({ relayTo: mailbox.port, settings })
  return postfix
}

/** Queues mails to as many fans. */
async function queue(count: number): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const fan = await world.fan(`fan-${n}`)
    await queueMails(world.db, [{ ...fan, cause: `test:${randomUUID()}`, kind: 'test', now: world.now() }])
  }
}

const states = async () => [...new Set((await world.outbox()).map(({ state, tries }) => `${state} ${tries}`))]

/** Resolves once every mail is out of the outbox, after some ms. */
async function waitUntilSent(): Promise<number> {
  const begun = performance.now()
  while ((await world.outbox()).some(({ state }) => state === 'waiting')) {
    if (performance.now() - begun > 300_000) throw new Error(`Mails wait: ${JSON.stringify(world.events)}`)
    await pause(50)
  }
  return performance.now() - begun
}

/** The mails that arrived, each once. */
async function expectArrived(count: number): Promise<void> {
  for (let tries = 0; tries < 300 && mailbox.mails.length < count; tries += 1) await pause(100)
  const ids = mailbox.mails.map(({ messageId }) => messageId)
  expect([ids.length, new Set(ids).size]).toEqual([count, count])
}

describe.skipIf(missingPostfix)(`Postfix ${missingPostfix ?? ''}`, () => {
  test('that takes two connections gets a hundred mails within five seconds, none of them tried twice', async () => {
    const { url, start: begin } = await start(['smtpd_client_connection_count_limit = 2'])
    await begin()
    await queue(100)
    await world.send(url)
    const took = await waitUntilSent()
    expect(await states()).toEqual(['sent 1'])
    expect(took).toBeLessThan(5_000)
    await expectArrived(100)
    expect(postfix?.log()).toContain('Connection concurrency limit exceeded')
    expect(world.events).toEqual([{ event: 'mails-sent', sent: 100, failed: 0 }])
  })

  test('that takes thirty mails a minute gets a hundred in at most 1.2 times that time', async () => {
    const { url, start: begin } = await start(['smtpd_client_message_rate_limit = 30'])
    await begin()
    await queue(100)
    const begun = performance.now()
    await world.send(url)
    await waitUntilSent()
    const took = performance.now() - begun
    expect(await states()).toEqual(['sent 1'])
    expect(postfix?.log()).toContain('Message delivery request rate limit exceeded')
    console.log(`100 mails at 30 a minute: ${Math.round(took / 1_000)} s`)
    expect(took / 200_000).toBeLessThan(1.2)
    await expectArrived(100)
  })

  test('with a sign-in that it offers after STARTTLS only is asked with the password, and no mail is dropped', async () => {
    const { url, folder, start: begin } = await start(signInAfterTls)
    writeSignIn(folder)
    await begin()
    await queue(1)
    await world.send(Object.assign(new URL(url), { username: 'douze', password: 'twelve' }).href)
    expect(postfix?.log()).toMatch(/SASL \w+ authentication failed/)
    expect(await states()).toEqual(['waiting 0'])
  })

  test('that relays for nobody drops no mail: all are sent once it does', async () => {
    const refusing = await start(['smtpd_relay_restrictions = reject'])
    await refusing.start()
    const names = Array.from({ length: 12 }, (_, n) => `fan@club-${n}.example`)
    for (const name of names) {
      const fan = await world.fan(name)
      await queueMails(world.db, [{ ...fan, cause: 'test:1', kind: 'test', now: world.now() }])
    }
    const sender = await world.send(refusing.url)
    expect(world.events).toMatchObject([{ event: 'mail-server-away' }])
    expect(await states()).toEqual(['waiting 0'])
    await sender.stop()
    refusing.remove()
    const { url, start: begin } = await start()
    await begin()
    world.pass(5 * 60_000)
    await world.send(url)
    await waitUntilSent()
    await expectArrived(12)
  })

  test('that is stopped while it takes a thousand mails gets each of them once', async () => {
    const { url, start: begin, stop } = await start()
    await begin()
    await queue(1_000)
    const sending = world.send(url)
    while (mailbox.mails.length < 100) await pause(10)
    stop()
    await sending
    await pause(3_000)
    await begin()
    await waitUntilSent()
    // A mail that was taken and not answered is sent again, under the same id.
    for (
      let tries = 0;
      tries < 600 && new Set(mailbox.mails.map(({ messageId }) => messageId)).size < 1_000;
      tries += 1
    )
      await pause(100)
    const ids = mailbox.mails.map(({ messageId }) => messageId)
    expect(new Set(ids).size).toBe(1_000)
    expect(ids.length - 1_000, 'mails that came twice').toBeLessThanOrEqual(4)
    console.log(`1,000 mails over a stop: ${ids.length - 1_000} came twice`)
  })
})

import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queueMails } from '#db/mail/outbox.server.ts'
import { openMails } from './support/mails.ts'
import { signInAfterTls, startPostfix, startPostgrey, startSignIn } from './support/postfix.ts'
import { whyNot } from './support/programs.ts'

/** Mails through a Postfix as Debian ships it, which relays them to the mailbox that counts them. */
const missingPostfix = whyNot('postfix', 'openssl')
let mails: Awaited<ReturnType<typeof openMails>>
const endings: (() => void)[] = []
let postfix: Awaited<ReturnType<typeof startPostfix>> | undefined

beforeEach(async () => {
  mails = await openMails()
})
afterEach(async () => {
  await mails.close()
  for (const end of endings.splice(0)) end()
  postfix?.remove()
  postfix = undefined
})

async function start(settings: readonly string[] = []) {
  postfix = await startPostfix({ relayTo: mails.mailbox.port, settings })
  return postfix
}

describe.skipIf(missingPostfix)(`Postfix ${missingPostfix ?? ''}`, () => {
  test('that takes two connections gets a hundred mails within five seconds, none of them tried twice', async () => {
    const { url, start: begin } = await start(['smtpd_client_connection_count_limit = 2'])
    await begin()
    await mails.queue(100)
    const took = await mails.sendAll(url)
    expect(await mails.states()).toEqual(['sent 1'])
    expect(took).toBeLessThan(5_000)
    expect(await mails.waitUntilArrived(100)).toBe(0)
    expect(postfix?.log()).toContain('Connection concurrency limit exceeded')
    expect(mails.world.events).toEqual([{ event: 'mails-sent', sent: 100, failed: 0 }])
  })

  test('that takes thirty mails a minute gets a hundred in at most 1.2 times that time', async () => {
    const { url, start: begin } = await start(['smtpd_client_message_rate_limit = 30'])
    await begin()
    await mails.queue(100)
    const took = await mails.sendAll(url)
    expect(await mails.states()).toEqual(['sent 1'])
    expect(postfix?.log()).toContain('Message delivery request rate limit exceeded')
    console.log(`100 mails at 30 a minute: ${Math.round(took / 1_000)} s`)
    expect(took / 200_000).toBeLessThan(1.2)
    expect(await mails.waitUntilArrived(100)).toBe(0)
  })

  test.skipIf(whyNot('dovecot'))(
    `that offers Dovecot’s sign-in only after STARTTLS takes mails with the right password; with a wrong one none is lost ${whyNot('dovecot') ?? ''}`,
    async () => {
      const { url, folder, start: begin } = await start(signInAfterTls)
      endings.push(startSignIn(folder, { name: 'douze', password: 'twelve' }))
      await begin()
      await mails.queue(10)
      const withPassword = (password: string) =>
        Object.assign(new URL(url), { username: 'douze', password }).href
      // Dovecot makes clients with a wrong password wait, longer each time.
      const timeouts = { stepTimeout: 20_000, totalTimeout: 40_000 }
      const sender = await mails.world.send(withPassword('ten'), timeouts)
      await expect.poll(mails.states, { timeout: 30_000 }).toEqual(['waiting 0'])
      expect(postfix?.log()).toMatch(/SASL \w+ authentication failed/)
      expect(mails.world.events).toMatchObject([{ event: 'mail-server-away' }])
      await sender.stop()
      await mails.sendAll(withPassword('twelve'))
      expect(await mails.states()).toEqual(['sent 1'])
      expect(postfix?.log()).toMatch(/sasl_username=douze/)
      expect(await mails.waitUntilArrived(10)).toBe(0)
    },
  )

  test.skipIf(whyNot('postgrey'))(
    `with postgrey takes each mail when it comes again, once ${whyNot('postgrey') ?? ''}`,
    async () => {
      const { settings, end } = await startPostgrey(2)
      endings.push(end)
      const { url, start: begin } = await start(settings)
      await begin()
      await mails.queue(100)
      const sender = await mails.world.send(url)
      await expect.poll(mails.states, { timeout: 30_000 }).toEqual(['waiting 1'])
      expect(postfix?.log()).toContain('Greylisted')
      await sender.stop()
      await pause(3_000)
      mails.world.pass(60 * 60_000)
      await mails.sendAll(url)
      expect(await mails.states()).toEqual(['sent 2'])
      expect(await mails.waitUntilArrived(100)).toBe(0)
      expect(mails.world.events.filter(({ event }) => event === 'mail-server-away')).toEqual([])
    },
  )

  test('that relays for nobody drops no mail: all are sent once it does', async () => {
    const refusing = await start(['smtpd_relay_restrictions = reject'])
    await refusing.start()
    const names = Array.from({ length: 12 }, (_, n) => `fan@club-${n}.example`)
    for (const name of names) {
      const fan = await mails.world.fan(name)
      await queueMails(mails.world.db, [{ ...fan, cause: 'test:1', kind: 'test', now: mails.world.now() }])
    }
    const sender = await mails.world.send(refusing.url)
    expect(mails.world.events).toMatchObject([{ event: 'mail-server-away' }])
    expect(await mails.states()).toEqual(['waiting 0'])
    await sender.stop()
    refusing.remove()
    const { url, start: begin } = await start()
    await begin()
    mails.world.pass(5 * 60_000)
    await mails.sendAll(url)
    expect(await mails.waitUntilArrived(12)).toBe(0)
  })

  test('that is stopped while it takes a thousand mails gets each of them once', async () => {
    const { url, start: begin, stop } = await start()
    await begin()
    await mails.queue(1_000)
    const sending = mails.world.send(url)
    while (mails.mailbox.mails.length < 100) await pause(10)
    stop()
    await sending
    await pause(3_000)
    await begin()
    await mails.waitUntilSent()
    // A mail that was taken and not answered is sent again, under the same id.
    const twice = await mails.waitUntilArrived(1_000)
    expect(twice).toBeLessThanOrEqual(4)
    console.log(`1,000 mails over a stop: ${twice} came twice`)
  })
})

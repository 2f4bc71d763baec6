import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startExim } from './support/exim.ts'
import { openMails } from './support/mails.ts'
import { whyNot } from './support/programs.ts'

/** Mails through an Exim as Debian ships it, which offers STARTTLS with a certificate of its own by default. */
const missing = whyNot('exim4')
let mails: Awaited<ReturnType<typeof openMails>>
let exim: Awaited<ReturnType<typeof startExim>> | undefined

beforeEach(async () => {
  mails = await openMails()
})
afterEach(async () => {
  await mails.close()
  await exim?.remove()
  exim = undefined
})

describe.skipIf(missing)(`Exim ${missing ?? ''}`, () => {
  test('that takes two connections gets a hundred mails within five seconds, none of them tried twice', async () => {
    const { mailbox } = mails
    exim = await startExim({ relayTo: mailbox.port, settings: ['smtp_accept_max_per_host = 2'] })
    await exim.start()
    await mails.queue(100)
    const took = await mails.sendAll(exim.url)
    console.log(`Exim with two connections: 100 mails in ${Math.round(took)} ms`)
    expect(await mails.states()).toEqual(['sent 1'])
    expect(took).toBeLessThan(5_000)
    expect(exim.log()).toContain('too many connections from that IP')
    expect(await mails.waitUntilArrived(100)).toBe(0)
  })

  test('that limits recipients by the minute gets all mails in time, none of them tried twice', async () => {
    const message = 'message = Sender rate $sender_rate / $sender_rate_period'
    const rules = ['defer ratelimit = 60 / 1m / leaky', `      ${message}`]
    exim = await startExim({ relayTo: mails.mailbox.port, rules })
    await exim.start()
    await mails.queue(120)
    const took = await mails.sendAll(exim.url)
    // Sixty at once, then one a second.
    console.log(`Exim with 60 mails a minute: 120 mails in ${Math.round(took / 1_000)} s, ideal 60 s`)
    expect(await mails.states()).toEqual(['sent 1'])
    expect(exim.log()).toContain('Sender rate')
    expect(await mails.waitUntilArrived(120)).toBe(0)
  })
})

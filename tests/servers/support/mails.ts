import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { queueMails } from '#db/mail/outbox.server.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { openMailWorld } from '../../services/mail/mail-world.ts'

/** Mails of the game on their way to a mailbox that counts them, through a mail server that relays to it. */
export async function openMails() {
  const world = await openMailWorld(undefined, { isRealTime: true })
  await world.db.deleteFrom('mailings').execute()
  const mailbox = await openMailbox()
  const arrived = () => mailbox.mails.map(({ messageId }) => messageId)

  return {
    world,
    mailbox,

    /** Queues a mail to each of as many fans. */
    async queue(count: number): Promise<void> {
      for (let n = 1; n <= count; n += 1) {
        const fan = await world.fan(`fan-${n}`)
        await queueMails(world.db, [
          { ...fan, cause: `test:${randomUUID()}`, kind: 'test', now: world.now() },
        ])
      }
    },

    /** What became of the mails, with how many tries. */
    states: async () => [...new Set((await world.outbox()).map(({ state, tries }) => `${state} ${tries}`))],

    /** Sends through a server until every mail is out of the outbox. Returns how long that took, in ms. */
    async sendAll(url: string): Promise<number> {
      const begun = performance.now()
      await world.send(url)
      await this.waitUntilSent()
      return performance.now() - begun
    },

    /** Resolves once every mail is out of the outbox. */
    async waitUntilSent(): Promise<void> {
      const until = performance.now() + 300_000
      while ((await world.outbox()).some(({ state }) => state === 'waiting')) {
        if (performance.now() > until) throw new Error(`Mails wait: ${JSON.stringify(world.events)}`)
        await pause(50)
      }
    },

    /** Waits for as many different mails. Returns how many came twice. */
    async waitUntilArrived(count: number): Promise<number> {
      for (let tries = 0; tries < 600 && new Set(arrived()).size < count; tries += 1) await pause(100)
      expect(new Set(arrived()).size).toBe(count)
      return arrived().length - count
    },

    async close(): Promise<void> {
      await world.close()
      await mailbox.close()
    },
  }
}

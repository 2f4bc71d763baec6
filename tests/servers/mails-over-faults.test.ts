import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { insertMailAddress, updateMailAddress } from '#db/mail/mail-addresses.server.ts'
import { queueMails } from '#db/mail/outbox.server.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { startServer } from '#tests/support/server.ts'
import { findPostgresBinaries, startCluster } from '../../scripts/postgres/cluster.ts'
import { makeGame, withDatabase } from '../faults/support/game.ts'
import { mountSmallDisk } from '../faults/support/small-disk.ts'
import { startPostfix } from './support/postfix.ts'
import { whyNot } from './support/programs.ts'

/** Mails of the started game through Postfix, while it is stopped, the game is killed and the database's disk is full. */
const disk = mountSmallDisk(40_000_000)
/** PostgreSQL takes some 60 MB before the first row. */
const serversDisk = mountSmallDisk(150_000_000)
const binaries = findPostgresBinaries()
const missing = whyNot('postfix') ?? [disk, serversDisk].find((each) => typeof each === 'string')
/** This many are sent at once, so up to this many can be under way when something ends. */
const atOnce = 4
const endings: (() => unknown)[] = []
afterAll(async () => {
  for (const end of endings.reverse()) await end()
  for (const each of [disk, serversDisk]) if (typeof each !== 'string') each.remove()
})

/** A game with so many mails to send, and Postfix, which relays them to a mailbox. */
async function openGame(location: string, count: number) {
  const { players } = await makeGame(location, count)
  const choices = { season: false, reminder: false, results: false }
  await withDatabase(location, async (db) => {
    for (const { managerId } of players) {
      const fan = { managerId, address: `fan${managerId}@example.org`, timeZone: null, now: 1 }
      const addressId = await insertMailAddress(db, fan)
      await updateMailAddress(db, addressId, { confirmedAt: 2, choices })
      const mail = { managerId, addressId, cause: `test:${managerId}`, kind: 'test' } as const
      await queueMails(db, [{ ...mail, now: Date.now() }])
    }
  })
  const mailbox = await openMailbox()
  endings.push(mailbox.close)
  const postfix = await startPostfix({ relayTo: mailbox.port })
  endings.push(postfix.remove)
  await postfix.start()

  const countStates = () =>
    withDatabase(location, async (db) => {
      const rows = await db.selectFrom('outbox').select('state').execute()
      const sent = rows.filter(({ state }) => state === 'sent').length
      return { sent, others: rows.length - sent }
    })

  return {
    postfix,

    async start() {
      const settings = { DATABASE_FILE: location, SMTP_URL: postfix.url, MAIL_FROM: 'douze@douze.example' }
      const server = await startServer(settings)
      endings.push(() => server.stop())
      return server
    },

    async untilSent(enough: number) {
      for (let tries = 0; (await countStates()).sent < enough; tries += 1) {
        if (tries > 3_000) throw new Error(`It stays at ${JSON.stringify(await countStates())}`)
        await pause(100)
      }
    },

    /** How many came twice; all are stored as sent, and have come. */
    async countTwice() {
      expect(await countStates()).toEqual({ sent: count, others: 0 })
      const arrived = () => mailbox.mails.map(({ messageId }) => messageId)
      for (let tries = 0; tries < 600 && new Set(arrived()).size < count; tries += 1) await pause(100)
      expect(new Set(arrived()).size).toBe(count)
      return arrived().length - count
    },
  }
}

type Server = Awaited<ReturnType<typeof startServer>>

const hasTrouble = (server: Server) => server.log().some(({ event }) => event === 'mail-trouble')

function expectTrouble(server: Server): void {
  expect(hasTrouble(server)).toBe(true)
  expect(server.log().filter(({ event }) => event === 'bug')).toEqual([])
}

describe.skipIf(missing)(`mails over faults ${missing ?? ''}`, () => {
  test('all arrive, each once, but for those that were taken and not answered', async () => {
    if (typeof disk === 'string') return
    const { postfix, start, untilSent, countTwice } = await openGame(`${disk.folder}/douze.db`, 1_000)
    let server = await start()
    await untilSent(150)
    postfix.stop()
    await pause(3_000)
    await postfix.start()
    await untilSent(400)
    server.child.kill('SIGKILL')
    await server.ended
    server = await start()
    await untilSent(650)
    disk.fill()
    // What was written before may be written over.
    for (let tries = 0; !hasTrouble(server) && tries < 300; tries += 1) await pause(100)
    await pause(8_000)
    disk.clear()
    await untilSent(1_000)

    const twice = await countTwice()
    console.log(`1,000 mails over a stop, a kill and a full disk: ${twice} came twice`)
    expect(twice).toBeLessThanOrEqual(2 * atOnce)
    expectTrouble(server)
  })

  test.skipIf(!binaries)('all arrive once while the disk of PostgreSQL is full', async () => {
    if (typeof serversDisk === 'string') return
    const cluster = await startCluster(binaries ?? '', { isDurable: true, parent: serversDisk.folder })
    endings.push(cluster.stop)
    const { start, untilSent, countTwice } = await openGame(cluster.url, 600)
    const server = await start()
    // What fails first may be the next claim, after which nothing was sent.
    for (const enough of [100, 200, 300, 400]) {
      await untilSent(enough)
      serversDisk.fill()
      await pause(8_000)
      serversDisk.clear()
      if (cluster.process.exitCode !== null) await cluster.start()
    }
    await untilSent(600)

    const twice = await countTwice()
    console.log(`600 mails while the disk of PostgreSQL was full four times: ${twice} came twice`)
    expect(twice).toBe(0)
    expectTrouble(server)
  })
})

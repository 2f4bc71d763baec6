import { beforeAll, expect, test } from 'vitest'
import { defaultNotificationChoices } from '#app/game/notification/notification.ts'
import { insertMailAddress, updateMailAddress } from '#db/mail/mail-addresses.server.ts'
import { newDatabase } from '#tests/support/databases.ts'
import { openMailbox, openSilentMailbox } from '#tests/support/mailbox.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { getEntryOrder, openSaver } from './support/client.ts'
import { compareWithStore, makeGame, type Player, report, withDatabase } from './support/game.ts'

/** A mail server that is down or silent, while people play. */
const location = await newDatabase('faults')
const log = createSaveLog()
let players: Player[]

beforeAll(async () => {
  players = (await makeGame(location, 10)).players
  await withDatabase(location, async (db) => {
    for (const { managerId } of players) {
      const fan = { managerId, address: `fan${managerId}@example.org`, timeZone: null, now: 1 }
      const addressId = await insertMailAddress(db, fan)
      await updateMailAddress(db, addressId, { confirmedAt: 2, choices: defaultNotificationChoices })
    }
  })
})

/** Every player saves on a server that has ten mails to send. Returns the server and the longest turn in ms. */
async function play(url: string, n: number) {
  const server = await startServer({
    DATABASE_FILE: location,
    SMTP_URL: url,
    MAIL_FROM: 'douze@douze.example',
  })
  const waits: number[] = []
  for (const player of players) {
    const saver = openSaver(server.port, player, log)
    const startedAt = performance.now()
    if (n === 0) expect((await saver.saveTeam('Lamps')).outcome).toBe('saved')
    expect((await saver.saveLineup(getEntryOrder(n + 1))).outcome).toBe('saved')
    expect((await saver.get('/game')).status).toBe(200)
    waits.push(performance.now() - startedAt)
  }
  return { server, longest: Math.round(Math.max(...waits)) }
}

const tries = () =>
  withDatabase(location, (db) =>
    db.selectFrom('outbox').select(['state', 'tries', 'next_try_at']).orderBy('id').execute(),
  )

async function waitForEvent(server: Awaited<ReturnType<typeof startServer>>, event: string): Promise<void> {
  const until = Date.now() + 60_000
  while (!server.log().some((line) => line.event === event)) {
    if (Date.now() > until) throw new Error(`No ${event} in the log`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('a mail server that is down or silent delays no page and no save, and each mail is sent once it is back', async () => {
  const before = await openMailbox()
  await before.close()
  const gone = await play(before.url, 0)
  await waitForEvent(gone.server, 'mail-server-away')
  expect((await gone.server.ask({ path: '/healthz' })).body).toContain('The mail server took no mails')
  expect((await gone.server.stop()).code).toBe(0)
  const waiting = await tries()
  expect(waiting.map(({ state }) => state)).toEqual(players.map(() => 'waiting'))
  // No other process tries a mail again before its pause is over.
  for (const mail of waiting.filter(({ tries }) => tries > 0))
    expect(mail.next_try_at).toBeGreaterThan(Date.now())

  const silentBox = await openSilentMailbox()
  await withDatabase(location, (db) => db.updateTable('outbox').set({ next_try_at: 0 }).execute())
  const silent = await play(silentBox.url, 1)
  const startedAt = performance.now()
  expect((await silent.server.stop()).code).toBe(0)
  const stopped = Math.round(performance.now() - startedAt)
  await silentBox.close()

  const mailbox = await openMailbox()
  await withDatabase(location, (db) => db.updateTable('outbox').set({ next_try_at: 0 }).execute())
  const back = await play(mailbox.url, 2)
  await waitForEvent(back.server, 'mails-sent')
  const lines = JSON.stringify(back.server.log())
  expect((await back.server.stop()).code).toBe(0)
  expect(await tries()).toMatchObject(players.map(() => ({ state: 'sent' })))
  expect(mailbox.mails.map(({ to }) => to?.[0]?.address).toSorted()).toEqual(
    players.map(({ managerId }) => `fan${managerId}@example.org`).toSorted(),
  )
  expect(lines).not.toContain('example.org')
  await mailbox.close()

  const { broken, ...figures } = await compareWithStore(location, log.saves)
  report('mail server gone or silent', {
    ...figures,
    'gone: longest turn ms': gone.longest,
    'silent: longest turn ms': silent.longest,
    'silent: stopped after ms': stopped,
  })
  expect(broken).toEqual([])
  expect(Math.max(gone.longest, silent.longest)).toBeLessThan(5_000)
})

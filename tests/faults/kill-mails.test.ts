import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'

import { insertMailAddress, updateMailAddress } from '#db/mail/mail-addresses.server.ts'
import { newDatabase } from '#tests/support/databases.ts'
import { openMailbox } from '#tests/support/mailbox.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { getEntryOrder, openSaver } from './support/client.ts'
import {
  compareWithStore,
  makeGame,
  type Player,
  report,
  setDeadlines,
  withDatabase,
} from './support/game.ts'

const location = await newDatabase('mails')
const log = createSaveLog()
const hour = 60 * 60_000
const choices = { season: false, reminder: true, results: false }
const count = 90
/** After so many mails the server is killed. */
const kills = [0, 1, 7, 20, 21, 40]
/** So many are sent at once. */
const atOnce = 4

const addressOf = ({ managerId }: Player) => `fan${managerId}@example.org`

/** Everybody wants mails, the next deadline is in an hour, and every third has set the line-up already. */
async function makeFans() {
  const { players } = await makeGame(location, count)
  await withDatabase(location, async (db) => {
    for (const player of players) {
      const fan = { managerId: player.managerId, address: addressOf(player), timeZone: null, now: 1 }
      const id = await insertMailAddress(db, fan)
      await updateMailAddress(db, id, { confirmedAt: 2, choices })
    }
  })
  const quiet = await startServer({ DATABASE_FILE: location })
  for (const [n, player] of players.entries()) {
    const saver = openSaver(quiet.port, player, log)
    expect((await saver.saveTeam(`Team ${n}`)).outcome).toBe('saved')
    if (n % 3 === 0) expect((await saver.saveLineup(getEntryOrder(n))).outcome).toBe('saved')
  }
  expect((await quiet.stop()).code).toBe(0)
  await withDatabase(location, (db) => setDeadlines(db, Date.now() + hour))
  return players.map((player, n) => ({ player, isSet: n % 3 === 0 }))
}

/** The mails that wait are due now, and no dead process holds the sender's lease: as after an hour. */
const skipPauses = () =>
  withDatabase(location, async (db) => {
    await db.updateTable('outbox').set({ next_try_at: 0 }).where('state', '=', 'waiting').execute()
    await db.deleteFrom('sender_lease').execute()
  })

const listWaiting = () =>
  withDatabase(location, (db) =>
    db.selectFrom('outbox').select(['manager_id', 'tries']).where('state', '=', 'waiting').execute(),
  )

/** One whose mail still waits, untried, sets the line-up: the mail is not true any more. */
async function setLineupMeanwhile(players: readonly Player[]): Promise<Player> {
  const untried = (await listWaiting()).find(({ tries }) => tries === 0)
  const player = players.find(({ managerId }) => managerId === untried?.manager_id)
  if (!player) throw new Error('No mail waits')
  const quiet = await startServer({ DATABASE_FILE: location })
  expect((await openSaver(quiet.port, player, log).saveLineup(getEntryOrder(5))).outcome).toBe('saved')
  expect((await quiet.stop()).code).toBe(0)
  return player
}

type Mails = Awaited<ReturnType<typeof openMailbox>>['mails']

function groupByAddress(mails: Mails): Map<string, Mails> {
  const groups = new Map<string, Mails>()
  for (const mail of mails) {
    const address = mail.to?.[0]?.address ?? ''
    groups.set(address, [...(groups.get(address) ?? []), mail])
  }
  return groups
}

test('mails that are queued when the server is killed all arrive, none more often than it was in flight, and none is untrue', async () => {
  const fans = await makeFans()
  const mailbox = await openMailbox()
  const start = () =>
    startServer({ DATABASE_FILE: location, SMTP_URL: mailbox.url, MAIL_FROM: 'douze@douze.example' })
  const settled = new Set(fans.flatMap(({ player, isSet }) => (isSet ? [player] : [])))
  for (const enough of kills) {
    const server = await start()
    while (mailbox.mails.length < enough) await pause(1)
    server.child.kill('SIGKILL')
    await server.ended
    if (enough > 0) settled.add(await setLineupMeanwhile(fans.map(({ player }) => player)))
    await skipPauses()
  }
  const last = await start()
  await vi.waitFor(async () => expect([mailbox.mails.length > 40, await listWaiting()]).toEqual([true, []]), {
    timeout: 60_000,
    interval: 100,
  })
  expect((await last.stop()).code).toBe(0)
  await mailbox.close()

  const received = groupByAddress(mailbox.mails)
  const needed = fans.flatMap(({ player }) => (settled.has(player) ? [] : [addressOf(player)]))
  expect([...received.keys()].toSorted()).toEqual(needed.toSorted())
  const copies = [...received.values()].map((mails) => {
    expect(new Set(mails.map(({ messageId }) => messageId)).size, 'a copy is known by its id').toBe(1)
    for (const { text } of mails) expect(text).toMatch(/line-up/i)
    return mails.length - 1
  })
  const twice = copies.filter((n) => n > 0).length
  const { broken, ...figures } = await compareWithStore(location, log.saves)
  report(`kill -9 while mails are sent, ${kills.length} times`, { ...figures, mails: needed.length, twice })
  expect(broken).toEqual([])
  expect(copies.reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(kills.length * atOnce)
})

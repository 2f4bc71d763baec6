import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { type RawResponse, startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { getEntryOrder, openClient, openSaver } from './support/client.ts'
import {
  compareWithStore,
  createSessions,
  makeGame,
  type Player,
  report,
  setDeadlines,
  withDatabase,
} from './support/game.ts'
import { openSilentProvider } from './support/silent-provider.ts'

/** No request waits for another visitor's provider request, and no save for its own. */
const location = await newDatabase('faults')
const log = createSaveLog()
/** Below the capacity for reads (docs/security.md), so that a read is rejected only when it waits too long. */
const sessionsDue = 150
/** The timeout of provider requests. */
const providerTimeoutMs = 4_000

let provider: Awaited<ReturnType<typeof openSilentProvider>>
let server: Awaited<ReturnType<typeof startServer>>
let players: Player[]
let due: Player[]

beforeAll(async () => {
  provider = await openSilentProvider()
  players = (await makeGame(location, 10)).players
  due = await withDatabase(location, async (db) => {
    const all: Player[] = []
    for (let n = 0; n < sessionsDue; n += 1)
      all.push(await createSessions(db, `due ${n}`, { refreshToken: 'first', renewAt: Date.now() - 1 }))
    return all
  })
  server = await startServer({ DATABASE_FILE: location, OIDC_ISSUER: provider.issuer })
  // The first of them run code that is not compiled yet, and reads behind them would wait for that.
  await playOn()
})
afterAll(async () => {
  await provider.close()
  expect((await server.stop()).code).toBe(0)
  const { broken, ...figures } = await compareWithStore(location, log.saves)
  report('sessions due and sign-ins at a silent provider', figures)
  expect(broken).toEqual([])
})

/** The statuses of concurrent requests, and the longest wait in ms. */
async function timeAll(requests: readonly Promise<RawResponse | null>[]) {
  const startedAt = performance.now()
  const ends = await Promise.all(
    requests.map(async (request) => ({ status: (await request)?.status, ms: performance.now() - startedAt })),
  )
  const statuses = [...new Set(ends.map(({ status }) => status))].toSorted()
  return { statuses, longest: Math.round(Math.max(...ends.map(({ ms }) => ms))) }
}

/** Players without a due renewal save, open the dashboard and call the API, all at once. */
function playOn() {
  return timeAll(
    players.flatMap((player) => {
      const saver = openSaver(server.port, player, log)
      const saved = saver.saveTeam('Undisturbed').then(({ reply }) => reply)
      return [saved, saver.get('/game'), saver.get('/api/teams/mine')]
    }),
  )
}

test('sessions whose renewal is due get API responses at once, and delay nobody else', async () => {
  const calls = timeAll(due.map((player) => openClient(server.port, player).get('/api/teams/mine')))
  const others = await playOn()
  const own = await calls
  report('150 sessions due call', { 'longest ms': own.longest, 'others, longest ms': others.longest })
  expect([own.statuses, others.statuses]).toEqual([[200], [200, 303]])
  expect(Math.max(own.longest, others.longest)).toBeLessThan(providerTimeoutMs)
})

test('220 sign-ins that wait for the provider delay nobody else', async () => {
  const stranger = openClient(server.port, { cookie: '' })
  const signIns = Array.from({ length: 220 }, () => stranger.post('/auth/sign-in', { redirectTo: '/game' }))
  const others = await playOn()
  expect(others.statuses).toEqual([200, 303])
  expect(others.longest).toBeLessThan(providerTimeoutMs)
  const ends = new Set((await Promise.all(signIns)).map(({ status }) => status))
  // The provider is unreachable, or too many sign-ins wait for it already.
  expect([...ends].filter((status) => ![502, 503].includes(status))).toEqual([])
})

test('a save three seconds before the deadline is in time, even when the session must be renewed', async () => {
  const hour = 60 * 60_000
  const tokens = { refreshToken: 'first', renewAt: Date.now() + hour }
  const player = await withDatabase(location, (db) => createSessions(db, 'in the last moment', tokens))
  const saver = openSaver(server.port, player, log)
  expect((await saver.saveTeam('In time')).outcome).toBe('saved')
  await withDatabase(location, async (db) => {
    const own = db.updateTable('sessions').where('manager_id', '=', player.managerId)
    await own.set({ renew_at: Date.now() - 1 }).execute()
    await setDeadlines(db, Date.now() + 3_000)
  })
  const saved = await saver.saveLineup(getEntryOrder(1), 1)
  expect([saved.reply?.status, saved.outcome]).toEqual([303, 'saved'])
})

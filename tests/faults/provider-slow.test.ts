import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RawResponse, startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { getEntryOrder, openClient, openSaver } from './support/client.ts'
import {
  compareWithStore,
  createSessions,
  makeFolder,
  makeGame,
  type Player,
  report,
  setDeadlines,
  withDatabase,
} from './support/game.ts'
import { openSilentProvider } from './support/silent-provider.ts'

/** Nobody waits for somebody else's provider, nor for their own with a save. */
const { file, remove } = makeFolder()
const log = createSaveLog()
/** Fewer than there are places for reads (docs/security.md), so that only who waits too long in one is turned away. */
const sessionsDue = 150
/** The provider is waited for as long as this where it is waited for at all. */
const patienceMs = 4_000

let provider: Awaited<ReturnType<typeof openSilentProvider>>
let server: Awaited<ReturnType<typeof startServer>>
let players: Player[]
let due: Player[]

beforeAll(async () => {
  provider = await openSilentProvider()
  players = (await makeGame(file, 10)).players
  due = await withDatabase(file, async (db) => {
    const all: Player[] = []
    for (let n = 0; n < sessionsDue; n += 1)
      all.push(await createSessions(db, `due ${n}`, { refreshToken: 'first', renewAt: Date.now() - 1 }))
    return all
  })
  server = await startServer({ DATABASE_FILE: file, OIDC_ISSUER: provider.issuer })
})
afterAll(async () => {
  await provider.close()
  expect((await server.stop()).code).toBe(0)
  const { broken, ...figures } = await compareWithStore(file, log.saves)
  report('sessions due and sign-ins at a silent provider', figures)
  remove()
  expect(broken).toEqual([])
})

/** What each of some players is answered at once, and the longest wait in ms. */
async function timeAll(asked: readonly Promise<RawResponse | null>[]) {
  const began = performance.now()
  const ends = await Promise.all(
    asked.map(async (each) => ({ status: (await each)?.status, ms: performance.now() - began })),
  )
  const statuses = [...new Set(ends.map(({ status }) => status))].toSorted()
  return { statuses, longest: Math.round(Math.max(...ends.map(({ ms }) => ms))) }
}

/** Players with nothing due save, look at the dashboard and call, all at once. */
function playOn() {
  return timeAll(
    players.flatMap((player) => {
      const saver = openSaver(server.port, player, log)
      const saved = saver.saveTeam('Undisturbed').then(({ reply }) => reply)
      return [saved, saver.get('/game'), saver.get('/api/teams/mine')]
    }),
  )
}

test('sessions whose renewal is due call the API at once, and keep nobody from playing', async () => {
  const calls = timeAll(due.map((player) => openClient(server.port, player).get('/api/teams/mine')))
  const others = await playOn()
  const own = await calls
  report('150 sessions due call', { 'longest ms': own.longest, 'others, longest ms': others.longest })
  expect([own.statuses, others.statuses]).toEqual([[200], [200, 303]])
  expect(Math.max(own.longest, others.longest)).toBeLessThan(patienceMs)
})

test('while 220 sign-ins wait for the provider everybody else plays on', async () => {
  const stranger = openClient(server.port, { cookie: '' })
  const signIns = Array.from({ length: 220 }, () => stranger.post('/auth/sign-in', { redirectTo: '/game' }))
  const others = await playOn()
  expect(others.statuses).toEqual([200, 303])
  expect(others.longest).toBeLessThan(patienceMs)
  const ends = new Set((await Promise.all(signIns)).map(({ status }) => status))
  // The provider is away, or too many wait for it already.
  expect([...ends].filter((status) => ![502, 503].includes(status))).toEqual([])
})

test('what is sent three seconds before the deadline is in time, whoever’s renewal is due', async () => {
  const hour = 60 * 60_000
  const tokens = { refreshToken: 'first', renewAt: Date.now() + hour }
  const player = await withDatabase(file, (db) => createSessions(db, 'in the last moment', tokens))
  const saver = openSaver(server.port, player, log)
  expect((await saver.saveTeam('In time')).outcome).toBe('saved')
  await withDatabase(file, async (db) => {
    const own = db.updateTable('sessions').where('manager_id', '=', player.managerId)
    await own.set({ renew_at: Date.now() - 1 }).execute()
    await setDeadlines(db, Date.now() + 3_000)
  })
  const saved = await saver.saveLineup(getEntryOrder(1), 1)
  expect([saved.reply?.status, saved.outcome]).toEqual([303, 'saved'])
})

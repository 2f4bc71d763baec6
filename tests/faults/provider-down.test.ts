import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/provider.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { openClient, openSaver } from './support/client.ts'
import {
  compareWithStore,
  createSessions,
  makeGame,
  type Player,
  report,
  withDatabase,
} from './support/game.ts'

/** A provider that accepts connections and never responds; once closed, it refuses them. */
let silent: Server
let port: number
const sockets = new Set<Socket>()

beforeEach(async () => {
  port = await freePort()
  silent = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(port, 'localhost')
  await once(silent, 'listening')
})
afterEach(closeProvider)

async function closeProvider(): Promise<void> {
  for (const socket of sockets) socket.destroy()
  if (!silent.listening) return
  silent.close()
  await once(silent, 'close')
}

async function timed<Value>(work: Promise<Value>) {
  const startedAt = performance.now()
  return { value: await work, ms: Math.round(performance.now() - startedAt) }
}

test('with a provider that is silent or down, sign-in gets an error page within 5 s and signed-in players save', async () => {
  const location = await newDatabase('faults')
  await makeGame(location, 0)
  const due = { refreshToken: 'first', renewAt: Date.now() - 1 }
  const [anna, bjorn] = await withDatabase(location, async (db) => [
    await createSessions(db, 'anna', due),
    await createSessions(db, 'bjorn', due),
  ])
  if (!anna || !bjorn) throw new Error('No sessions')
  const log = createSaveLog()
  const server = await startServer({ DATABASE_FILE: location, OIDC_ISSUER: `http://localhost:${port}` })
  const stranger = openClient(server.port, { cookie: '' })

  const signIn = timed(stranger.post('/auth/sign-in', { redirectTo: '/game' }))
  const renewed = timed(openSaver(server.port, anna, log).saveTeam('Anna stays'))
  const others = await timed(stranger.get('/'))
  expect([others.value.status, others.ms < 2_000]).toEqual([200, true])
  const silence = await signIn
  expect(silence.value.status).toBe(502)
  expect(silence.value.body.includes('Authentication error')).toBe(true)
  const first = await renewed
  // The session is due for renewal, which happens beside the save: the save does not wait for the provider.
  expect([first.value.outcome, first.ms < 3_000]).toEqual(['saved', true])
  const again = await timed(
    openSaver(server.port, anna, log).saveLineup(['PT', 'SM', 'NO', 'DE', 'GR', 'AT']),
  )
  expect([again.value.outcome, again.ms < 3_000]).toEqual(['saved', true])

  await closeProvider()
  const gone = await timed(stranger.post('/auth/sign-in', { redirectTo: '/game' }))
  expect([gone.value.status, gone.value.body.includes('Authentication error')]).toEqual([502, true])
  expect((await openSaver(server.port, bjorn, log).saveTeam('Björn stays')).outcome).toBe('saved')
  expect((await server.stop()).code).toBe(0)
  const { broken, ...figures } = await compareWithStore(location, log.saves)
  const ms = {
    'silent: page after ms': silence.ms,
    'save with a session that is due after ms': first.ms,
    'gone: page after ms': gone.ms,
  }
  report('provider down', { ...figures, ...ms })
  expect(broken).toEqual([])
  expect(silence.ms).toBeLessThan(6_500)
  expect(gone.ms).toBeLessThan(5_000)
})

test('with a silent provider and 500 sessions to renew, every page is served and every save is stored', async () => {
  const location = await newDatabase('faults')
  await makeGame(location, 0)
  const players = await withDatabase(location, async (db) => {
    const due: Player[] = []
    for (let n = 0; n < 500; n += 1)
      due.push(await createSessions(db, `due ${n}`, { refreshToken: 'first', renewAt: Date.now() - 1 }))
    return due
  })
  const log = createSaveLog()
  const server = await startServer({ DATABASE_FILE: location, OIDC_ISSUER: `http://localhost:${port}` })
  const waiting = [...players]
  /** The order in which saves and the provider's timeout ended. */
  const ended: string[] = []
  silent.once('connection', (socket) => socket.resume().once('close', () => ended.push('given up')))
  const statuses = new Map<number, number>()
  const play = async () => {
    for (let player = waiting.pop(); player; player = waiting.pop()) {
      const saver = openSaver(server.port, player, log)
      const { outcome } = await saver.saveTeam(`Team of ${player.managerId}`)
      ended.push(outcome)
      const { status } = await saver.get('/game')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const { ms } = await timed(Promise.all(Array.from({ length: 20 }, play)))
  expect([...statuses]).toEqual([[200, 500]])
  expect(ended.filter((what) => what !== 'given up')).toEqual(players.map(() => 'saved'))
  expect(ended.slice(0, 20)).not.toContain('given up')
  expect((await server.stop()).code).toBe(0)
  const { broken, ...figures } = await compareWithStore(location, log.saves)
  report('500 sessions due, provider silent', { ...figures, 'all in ms': ms })
  expect(broken).toEqual([])
})

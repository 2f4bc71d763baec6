import { readdirSync, readlinkSync, statSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { capacity } from '#app/server/load-shedding/load-shedding.server.ts'
import { newDatabase } from '#tests/support/databases.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { getEntryOrder, openSaver } from './support/client.ts'
import { compareWithStore, makeGame, type Player, report } from './support/game.ts'
import { beginForm, holdConnections } from './support/held-connections.ts'

/** Clients that hold resources: responses that are never read, bodies that never end. */
const location = await newDatabase('faults')
const log = createSaveLog()
let server: Awaited<ReturnType<typeof startServer>>
let players: Player[]
/** The number of open sockets without clients. */
let ownSockets: number

beforeAll(async () => {
  players = (await makeGame(location, 30)).players
  server = await startServer({ DATABASE_FILE: location })
  ownSockets = countSockets()
})
afterAll(async () => {
  expect((await server.stop()).code).toBe(0)
  const { broken, ...figures } = await compareWithStore(location, log.saves)
  report('answers that nobody reads, and bodies that never end', figures)
  expect(broken).toEqual([])
})

/** The number of sockets that the server has open. */
function countSockets(): number {
  const folder = `/proc/${server.child.pid}/fd`
  return readdirSync(folder).filter((name) => isSocket(`${folder}/${name}`)).length
}

function isSocket(link: string): boolean {
  try {
    return readlinkSync(link).startsWith('socket:')
  } catch {
    return false
  }
}

/** Every player saves and opens the dashboard successfully. Returns the longest turn in ms. */
async function playOn(): Promise<number> {
  let longest = 0
  for (const [n, player] of players.entries()) {
    const saver = openSaver(server.port, player, log)
    const startedAt = performance.now()
    const saved = await saver.saveTeam('Undisturbed', getEntryOrder(n))
    expect([saved.reply?.status, saved.outcome]).toEqual([303, 'saved'])
    expect((await saver.get('/game')).status).toBe(200)
    longest = Math.max(longest, performance.now() - startedAt)
  }
  return Math.round(longest)
}

const held: Awaited<ReturnType<typeof holdConnections>>[] = []
afterEach(() => {
  for (const each of held.splice(0)) each.letGo()
})

test('two hundred unfinished bodies prevent no save from the same address', async () => {
  const cookie = players[0]?.cookie ?? ''
  for (const bytes of [beginForm(server.port), beginForm(server.port, { path: '/game/team', cookie })])
    held.push(await holdConnections(server.port, { count: 110, bytes }))
  report('220 bodies that never end', { 'longest turn ms': await playOn() })
})

/** The largest file: sixteen of them fill some socket buffers, and the next ones the rest. */
function findLargestAsset(): string {
  const paths = readdirSync('build/client/assets').filter((name) => name.endsWith('.js'))
  const sizeOf = (name: string) => statSync(`build/client/assets/${name}`).size
  return `/assets/${paths.sort((one, other) => sizeOf(other) - sizeOf(one))[0]}`
}

test('clients that never read are disconnected within about 70 s, and delay nobody', async () => {
  const path = findLargestAsset()
  const one = `GET ${path} HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`
  const bytes = one.repeat(capacity.unansweredOfConnection)
  const count = 100
  const clients = await holdConnections(server.port, { count, bytes, isReading: false })
  held.push(clients)
  const countSent = () => server.log().filter((line) => line.path === path && line.status === 200).length
  await vi.waitFor(() => expect(countSent()).toBeGreaterThan(15 * count), { timeout: 30_000 })
  clients.write(one.repeat(10))
  const startedAt = performance.now()
  const longest = await playOn()
  expect(countSockets()).toBeGreaterThanOrEqual(ownSockets + count)
  await vi.waitFor(() => expect(countSockets()).toBeLessThan(ownSockets + 10), {
    timeout: 100_000,
    interval: 500,
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  report('100 that never read', { 'gone after s': seconds, 'longest turn ms': longest })
  expect(Number(seconds)).toBeGreaterThan(20)
  expect(Number(seconds)).toBeLessThan(80)
})

test('clients that ask for more than sixteen responses without reading any are disconnected at once', async () => {
  const bytes = `GET /songs HTTP/1.1\r\nHost: localhost:${server.port}\r\n\r\n`.repeat(60)
  held.push(await holdConnections(server.port, { count: 100, bytes, isReading: false }))
  await vi.waitFor(() => expect(countSockets()).toBeLessThan(ownSockets + 10), { timeout: 10_000 })
  await playOn()
})

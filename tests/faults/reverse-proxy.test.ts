import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#tests/support/provider.ts'
import { startServer } from '#tests/support/server.ts'
import type { LoadLog } from '../../scripts/load/plan.ts'
import { startGenerator, startLoad } from '../../scripts/load/run.ts'
import { createSaveLog, type SentSave } from '../../scripts/load/save-log.ts'
import { ensureCaddy, startCaddy } from './support/caddy.ts'
import { entryCodes, getEntryOrder, openSaver } from './support/client.ts'
import { compareWithStore, makeFolder, makeGame, type Player, report } from './support/game.ts'
import { askForMuch, beginForm, holdConnections } from './support/held-connections.ts'

/** The real Caddy with ops/Caddyfile in front of the real server: no save is lost between them, and none gets a 502. */
const caddy = ensureCaddy()
if (caddy === undefined) console.warn('Tests behind Caddy are skipped: it is not installed, and cannot be.')

const allSaves = 50_000
/** Enough that none exceeds 30 saves a minute, the rate limit. */
const managers = 2_000
const perSecond = 120

const { file, folder, remove } = makeFolder()
const log = createSaveLog()
const sent: SentSave[] = log.saves
const children: ChildProcess[] = []
let players: Player[]
let ports: { proxy: number; app: number }
let server: Awaited<ReturnType<typeof startServer>>
let proxy: Awaited<ReturnType<typeof startCaddy>>
let loads = 0

function start() {
  const origin = `http://localhost:${ports.proxy}`
  return startServer({ PORT: `${ports.app}`, PUBLIC_ORIGIN: origin, DATABASE_FILE: file })
}

/** Lets a load generator save line-ups through the proxy for so many seconds. */
async function load(seconds: number) {
  loads += 1
  const generator = await startGenerator(children)
  const savers = players.map((player) => ({ ...player, codes: entryCodes, leagueId: 1 }))
  const plan = { ports: [ports.proxy], startAt: Date.now() + 500, seconds, seed: loads, roundNumber: 1 }
  const logFile = join(folder, `load-${loads}.json`)
  return startLoad(generator, { ...plan, perSecond: { form: perSecond }, savers, logFile })
}

/** Records the saves of a load, and counts the statuses of its responses. */
function recordLoad({ saves, samples }: LoadLog): Record<number, number> {
  sent.push(...saves)
  const counts: Record<number, number> = {}
  for (const { status } of samples) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Runs `work` for each item, `size` of them at a time. */
async function inGroups<Item>(items: readonly Item[], size: number, work: (item: Item) => Promise<void>) {
  for (let from = 0; from < items.length; from += size)
    await Promise.all(items.slice(from, from + size).map(work))
}

/** A save while the app is down gets a page that says that it may not be stored. */
async function expectUncertainSave(): Promise<void> {
  const [player] = players
  if (!player) throw new Error('No players')
  const { reply } = await openSaver(ports.proxy, player, log).saveLineup(getEntryOrder(1), 2)
  expect(reply?.status).toBe(503)
  expect(reply?.body).toContain('look first whether it was saved')
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.skipIf(caddy === undefined)('behind Caddy', () => {
  beforeAll(async () => {
    players = (await makeGame(file, managers)).players
    ports = { proxy: await freePort(), app: await freePort() }
    server = await start()
    proxy = await startCaddy(caddy ?? '', { port: ports.proxy, upstreams: [ports.app], folder })
    await inGroups(players, 20, async (player) => {
      const { reply, outcome } = await openSaver(ports.proxy, player, log).saveTeam('Behind Caddy')
      expect([reply?.status, outcome]).toEqual([303, 'saved'])
    })
  })
  afterAll(async () => {
    for (const child of children) child.kill()
    await proxy.stop()
    await server.stop()
    const { broken, ...figures } = await compareWithStore(file, sent)
    report('saves behind Caddy', { sent: sent.length, ...figures })
    remove()
    expect(broken).toEqual([])
  })

  test('a save on an idle connection is stored, however long it was idle', async () => {
    const savers = players.slice(0, 60).map((player) => openSaver(ports.proxy, player, log))
    let isOver = false
    // A busy server reads a request late, which is lost if the connection is closed meanwhile.
    const readers = savers.slice(0, 6).map(async (reader) => {
      while (!isOver) await reader.get('/game')
    })
    const statuses: (number | undefined)[] = []
    for (const ms of [6_100, 6_150, 6_200, 6_250, 6_300, 6_150, 6_200, 5_100, 4_050, 4_000]) {
      const next = pause(ms)
      // Concurrent saves leave as many idle connections, which expire at about the same time.
      const saved = await Promise.all(savers.map((saver, n) => saver.saveLineup(getEntryOrder(n + ms), 2)))
      statuses.push(...saved.map(({ reply }) => reply?.status))
      await next
    }
    isOver = true
    await Promise.all(readers)
    expect(statuses.filter((status) => status !== 303)).toEqual([])
  })

  test('clients that send slowly or never read prevent no save', async () => {
    const slow = await holdConnections(ports.proxy, { count: 250, bytes: beginForm(ports.proxy) })
    const bytes = askForMuch(ports.proxy)
    const unread = await holdConnections(ports.proxy, { count: 100, bytes, isReading: false })
    const counts = recordLoad(await (await load(60)).ended)
    slow.letGo()
    unread.letGo()
    expect(Object.keys(counts)).toEqual(['303'])
  })

  test('during a restart each save is stored or reported as uncertain', async () => {
    const { ended } = await load(90)
    for (let restart = 0; restart < 3; restart += 1) {
      await pause(20_000)
      expect((await server.stop()).code).toBe(0)
      server = await start()
    }
    const counts = recordLoad(await ended)
    report('restarts behind Caddy', counts)
    expect(Object.keys(counts).filter((status) => !['303', '503'].includes(status))).toEqual([])
    expect(counts[303]).toBeGreaterThan(counts[503] ?? 0)
    await server.stop()
    await expectUncertainSave()
    server = await start()
  })

  test('fifty thousand saves get a response, and every acknowledged one is stored', async () => {
    // Arrivals are random: plan slightly more than are missing.
    const seconds = Math.ceil(((allSaves - sent.length) * 1.03) / perSecond)
    const counts = recordLoad(await (await load(seconds)).ended)
    expect(Object.keys(counts)).toEqual(['303'])
    expect(sent.length).toBeGreaterThanOrEqual(allSaves)
  })
})

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

/** The real proxy with ops/Caddyfile in front of the real server: no save is lost between the two, and none gets a 502. */
const caddy = ensureCaddy()
if (caddy === undefined)
  console.warn('Nothing is tried behind Caddy: it is not here, and cannot be installed.')

const allSaves = 50_000
/** Who saves more often than 30 times a minute is refused. */
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
let legs = 0

function start() {
  const origin = `http://localhost:${ports.proxy}`
  return startServer({ PORT: `${ports.app}`, PUBLIC_ORIGIN: origin, DATABASE_FILE: file })
}

/** So many seconds in which others save their line-ups through the proxy. */
async function load(seconds: number) {
  legs += 1
  const generator = await startGenerator(children)
  const savers = players.map((player) => ({ ...player, codes: entryCodes, leagueId: 1 }))
  const plan = { port: ports.proxy, startAt: Date.now() + 500, seconds, seed: legs, roundNumber: 1 }
  const logFile = join(folder, `load-${legs}.json`)
  return startLoad(generator, { ...plan, perSecond: { form: perSecond }, savers, logFile })
}

/** Remembers what a load sent, and tells how often each status came back. */
function keep({ saves, samples }: LoadLog): Record<number, number> {
  sent.push(...saves)
  const counts: Record<number, number> = {}
  for (const { status } of samples) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Lets each of them do something, some at a time. */
async function inGroups<Item>(items: readonly Item[], size: number, work: (item: Item) => Promise<void>) {
  for (let from = 0; from < items.length; from += size)
    await Promise.all(items.slice(from, from + size).map(work))
}

/** A save that reaches Caddy alone is told clearly what became of it. */
async function expectDoubt(): Promise<void> {
  const [player] = players
  if (!player) throw new Error('nobody saves')
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
    proxy = await startCaddy(caddy ?? '', { port: ports.proxy, upstream: ports.app, folder })
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

  test('a save on a connection that was idle is stored, however long it was idle', async () => {
    const savers = players.slice(0, 60).map((player) => openSaver(ports.proxy, player, log))
    let isOver = false
    // A server that is busy looks late at what has arrived, and a connection that is closed meanwhile takes it along.
    const readers = savers.slice(0, 6).map(async (reader) => {
      while (!isOver) await reader.get('/game')
    })
    const statuses: (number | undefined)[] = []
    for (const ms of [6_100, 6_150, 6_200, 6_250, 6_300, 6_150, 6_200, 5_100, 4_050, 4_000]) {
      const next = pause(ms)
      // So many at once leave as many connections behind, which end at about the same time if nobody uses them again.
      const saved = await Promise.all(savers.map((saver, n) => saver.saveLineup(getEntryOrder(n + ms), 2)))
      statuses.push(...saved.map(({ reply }) => reply?.status))
      await next
    }
    isOver = true
    await Promise.all(readers)
    expect(statuses.filter((status) => status !== 303)).toEqual([])
  })

  test('who sends slowly, or never reads, keeps nobody from saving', async () => {
    const slow = await holdConnections(ports.proxy, { count: 250, bytes: beginForm(ports.proxy) })
    const bytes = askForMuch(ports.proxy)
    const deaf = await holdConnections(ports.proxy, { count: 100, bytes, isReading: false })
    const counts = keep(await (await load(60)).ended)
    slow.letGo()
    deaf.letGo()
    expect(Object.keys(counts)).toEqual(['303'])
  })

  test('while the server is started anew each save is stored or told to be in doubt', async () => {
    const { ended } = await load(90)
    for (let restart = 0; restart < 3; restart += 1) {
      await pause(20_000)
      expect((await server.stop()).code).toBe(0)
      server = await start()
    }
    const counts = keep(await ended)
    report('restarts behind Caddy', counts)
    expect(Object.keys(counts).filter((status) => !['303', '503'].includes(status))).toEqual([])
    expect(counts[303]).toBeGreaterThan(counts[503] ?? 0)
    await server.stop()
    await expectDoubt()
    server = await start()
  })

  test('fifty thousand saves in all are answered, and what was acknowledged is there', async () => {
    // They come by chance: a few more than are missing.
    const seconds = Math.ceil(((allSaves - sent.length) * 1.03) / perSecond)
    const counts = keep(await (await load(seconds)).ended)
    expect(Object.keys(counts)).toEqual(['303'])
    expect(sent.length).toBeGreaterThanOrEqual(allSaves)
  })
})

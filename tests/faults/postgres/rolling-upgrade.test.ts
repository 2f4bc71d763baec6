import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/provider.ts'
import { sendRaw } from '#tests/support/server.ts'
import { createSaveLog } from '../../../scripts/load/save-log.ts'
import { ensureCaddy, startCaddy } from '../support/caddy.ts'
import { getEntryOrder, openSaver } from '../support/client.ts'
import { compareWithStore, makeFolder, makeGame, type Player, report } from '../support/game.ts'
import { startSocketUnit } from '../support/socket-unit.ts'

/** docs/operations.md, 'Several processes': two processes on PostgreSQL, each on a socket that outlives it, behind Caddy. */
const caddy = ensureCaddy()
if (caddy === undefined)
  console.warn('The rolling upgrade is not tested: Caddy is not installed, and cannot be.')

const restarts = 6
const kills = 2
const playersPerFault = 16
/** Answers before and after each fault. */
const between = 100
/** A manager may save 30 times a minute. */
const savesPerPlayer = 28
const pages = ['/game', '/songs', '/game/lineup', '/news']

const { folder, remove } = makeFolder()
const log = createSaveLog()
let location: string
let port: number
let players: Player[]
let units: Awaited<ReturnType<typeof startSocketUnit>>[]
let proxy: Awaited<ReturnType<typeof startCaddy>>

/** What the players got, such as 'GET 200', each with how often. */
type Answers = Map<string, number>

/** A page for which the game itself has no room: it is shed where other programs use the processor, restart or not. */
const shedPage = 'GET 503 (no room)'
/** Of all answers. */
const mostShed = 0.05

/** Reads and saves in turn until `isOver`, and counts the answers. */
async function play(player: Player & { address: string }, answers: Answers, isOver: () => boolean) {
  const saver = openSaver(port, player, log)
  const count = (answer: string) => answers.set(answer, (answers.get(answer) ?? 0) + 1)
  const read = async (n: number) => {
    const reply = await saver.get(pages[n % pages.length] ?? '/').catch(() => undefined)
    count(reply?.body.includes('There is no room') ? shedPage : `GET ${reply?.status}`)
  }
  const save = async (n: number) => {
    const { reply } =
      n === 0 ? await saver.saveTeam('Rolling') : await saver.saveLineup(getEntryOrder(n), 1 + (n % 3))
    count(`POST ${reply?.status}`)
  }
  await save(0)
  for (let n = 1; !isOver(); n += 1) {
    if (n < savesPerPlayer) await save(n)
    await read(n)
  }
}

const countAnswers = (answers: Answers) => [...answers.values()].reduce((sum, n) => sum + n, 0)

function expectFewShed(answers: Answers): void {
  expect(answers.get(shedPage) ?? 0).toBeLessThan(mostShed * countAnswers(answers))
}

/** Sixteen new players read and save all the time while `fail` is done to one unit. Each has an address, for `ip_hash`. */
async function playDuring(answers: Answers, fail: () => Promise<void>): Promise<void> {
  const group = players.splice(0, playersPerFault)
  const untilAnswered = async (enough: number) => {
    while (countAnswers(answers) < enough) await pause(5)
  }
  let isOver = false
  const playing = group.map((player) => {
    const address = `127.0.${player.managerId >> 8}.${player.managerId & 255}`
    return play({ ...player, address }, answers, () => isOver)
  })
  await untilAnswered(countAnswers(answers) + between)
  await fail()
  await untilAnswered(countAnswers(answers) + between)
  isOver = true
  await Promise.all(playing)
}

/** The step between two restarts in docs/operations.md. */
async function isHealthy(unit: (typeof units)[number]): Promise<boolean> {
  const headers = { Host: `localhost:${port}` }
  return (await sendRaw({ port: unit.port, path: '/healthz', headers })).status === 200
}

describe.skipIf(caddy === undefined)('two processes on PostgreSQL behind Caddy', () => {
  beforeAll(async () => {
    location = await newDatabase('rolling')
    players = (await makeGame(location, (restarts + kills) * playersPerFault)).players
    port = await freePort()
    const origin = `http://localhost:${port}`
    units = await Promise.all([startSocketUnit(location, origin), startSocketUnit(location, origin)])
    const upstreams = units.map((unit) => unit.port)
    proxy = await startCaddy(caddy ?? '', { port, upstreams, folder })
  })
  afterAll(async () => {
    await proxy.stop()
    expect(await Promise.all(units.map((unit) => unit.stop()))).toEqual(['0', '0'])
    const { broken, ...figures } = await compareWithStore(location, log.saves)
    report('two processes behind Caddy', figures)
    remove()
    expect(broken).toEqual([])
  })

  test('a rolling upgrade under load loses no save, and no page but what the game itself sheds', async () => {
    const answers: Answers = new Map()
    for (let n = 0; n < restarts; n += 1) {
      const unit = units[n % 2]
      if (!unit) return
      await playDuring(answers, async () => {
        expect(await unit.end('SIGTERM')).toBe('0')
        await unit.start()
        expect(await isHealthy(unit)).toBe(true)
      })
    }
    report('6 restarts behind Caddy', Object.fromEntries(answers))
    expectFewShed(answers)
    expect([...answers.keys()].filter((answer) => answer !== shedPage).sort()).toEqual([
      'GET 200',
      'POST 303',
    ])
    expect(log.saves.filter(({ outcome }) => outcome !== 'saved')).toEqual([])
    for (const unit of units) expect(unit.answered()).toBeGreaterThan(between)
  })

  test('when a process is killed, every page is answered, and no save is worse than uncertain', async () => {
    const answers: Answers = new Map()
    for (let n = 0; n < kills; n += 1) {
      const unit = units[n % 2]
      if (!unit) return
      await playDuring(answers, async () => {
        expect(await unit.end('SIGKILL')).toBe('SIGKILL')
        await unit.start()
      })
    }
    report('kill -9 of one of two processes behind Caddy, twice', Object.fromEntries(answers))
    expectFewShed(answers)
    const usual = ['GET 200', 'POST 303', shedPage]
    const unusual = [...answers.keys()].filter((answer) => !usual.includes(answer))
    expect(unusual.filter((answer) => answer !== 'POST 503')).toEqual([])
    expect(answers.get('POST 503') ?? 0).toBeLessThanOrEqual(kills * playersPerFault)
  })
})

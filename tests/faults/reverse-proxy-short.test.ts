import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNoiseImage, uploadImage } from '#tests/support/image-upload.ts'
import { freePort } from '#tests/support/provider.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { entryCodes, getEntryOrder, openClient, openSaver } from './support/client.ts'
import { compareWithStore, makeFolder, makeGame, type Player, report } from './support/game.ts'
import { listInstalledProxies, runProxy, startProxy, writePlainNginx } from './support/proxies.ts'

/** The real nginx and HAProxy with the files of ops/ in front of the real server: what Caddy shows in reverse-proxy.test.ts, in short. */
const proxies = listInstalledProxies()
const megabyte = 1_000_000

describe.skipIf(proxies.length === 0).each(proxies)('behind %s', (name) => {
  const { file, folder, remove } = makeFolder()
  const log = createSaveLog()
  let players: Player[]
  let admin: Player
  let ports: { port: number; upstream: number }
  let server: Awaited<ReturnType<typeof startServer>>
  let proxy: Awaited<ReturnType<typeof startProxy>>

  const start = () =>
    startServer({
      PORT: `${ports.upstream}`,
      PUBLIC_ORIGIN: `http://localhost:${ports.port}`,
      DATABASE_FILE: file,
    })

  beforeAll(async () => {
    const game = await makeGame(file, 400)
    players = game.players
    admin = game.admin
    ports = { port: await freePort(), upstream: await freePort() }
    server = await start()
    proxy = await startProxy(name, { ...ports, folder })
    for (let from = 0; from < players.length; from += 20)
      await Promise.all(
        players.slice(from, from + 20).map(async (player) => {
          const { outcome } = await openSaver(ports.port, player, log).saveTeam('Behind a proxy')
          expect(outcome).toBe('saved')
        }),
      )
  })
  afterAll(async () => {
    await proxy.stop()
    await server.stop()
    const { broken, ...figures } = await compareWithStore(file, log.saves)
    report(`saves behind ${name}`, { sent: log.saves.length, ...figures })
    remove()
    expect(broken).toEqual([])
  })

  test('a save on an idle connection is stored, however long it was idle', async () => {
    const savers = players.slice(0, 60).map((player) => openSaver(ports.port, player, log))
    let isOver = false
    // A busy server reads a request late, which is lost if the connection is closed meanwhile.
    const readers = savers.slice(0, 6).map(async (reader) => {
      while (!isOver) await reader.get('/game')
    })
    const statuses: (number | undefined)[] = []
    // The proxy's own limit, and the app's.
    for (const ms of [4_000, 4_050, 14_950, 15_000, 15_950, 16_000, 0]) {
      const saved = await Promise.all(savers.map((saver, n) => saver.saveLineup(getEntryOrder(n + ms), 2)))
      statuses.push(...saved.map(({ reply }) => reply?.status))
      await pause(ms)
    }
    isOver = true
    await Promise.all(readers)
    expect(statuses.filter((status) => status !== 303)).toEqual([])
  })

  test('during a restart each save is stored or reported as uncertain', async () => {
    let isOver = false
    const statuses: (number | undefined)[] = []
    const waves: Promise<void>[] = []
    const saving = (async () => {
      for (let wave = 0; !isOver; wave += 1) {
        const savers = Array.from({ length: 10 }, (_, n) => players[(wave * 10 + n) % players.length])
        const saves = savers.flatMap((player) => (player ? [openSaver(ports.port, player, log)] : []))
        waves.push(
          Promise.all(saves.map((saver) => saver.saveLineup(getEntryOrder(wave), 1))).then((saved) => {
            statuses.push(...saved.map(({ reply }) => reply?.status))
          }),
        )
        await pause(200)
      }
    })()
    await pause(2_000)
    expect((await server.stop()).code).toBe(0)
    server = await start()
    await pause(2_000)
    isOver = true
    await saving
    await Promise.all(waves)
    expect(statuses.filter((status) => status !== 303 && status !== 503)).toEqual([])
    expect(statuses.filter((status) => status === 303).length).toBeGreaterThan(100)
  })

  test('large news arrive whole, and what is too large is told to its sender', async () => {
    const at = { port: ports.port, origin: `http://localhost:${ports.port}` }
    const image = await createNoiseImage(1_310)
    expect(image.length).toBeGreaterThan(4 * megabyte)
    expect((await uploadImage(at, admin.cookie, image)).status).toBe(200)
    const large = await uploadImage(at, admin.cookie, new Uint8Array(6 * megabyte))
    expect([large.status, large.body.includes('at most 5 MB')]).toEqual([422, true])
    const tooLarge = await uploadImage(at, admin.cookie, new Uint8Array(10 * megabyte))
    expect([tooLarge.status, tooLarge.body.includes('too large')]).toEqual([413, true])
  })

  test('the address of each client is passed on, and no secret of a path or a query is logged', async () => {
    const guess = async (address: string, n: number) => {
      const { get } = openClient(ports.port, { cookie: '', address })
      const { status } = await get(`/%73creen/1-very-secret-${n}`, { 'X-Forwarded-For': `203.0.113.${n}` })
      return status
    }
    const statuses = new Set<number>()
    for (let n = 0; n < 70; n += 1) statuses.add(await guess('127.0.0.2', n))
    expect([...statuses]).toEqual([404, 429])
    expect(await guess('127.0.0.3', 1)).toBe(404)
    const { get } = openClient(ports.port, { cookie: '' })
    for (const path of ['/Screen/very-secret', '//join/very-secret', '/%6aoin/very-secret'])
      await get(path, { Referer: `http://localhost:${ports.port}/join/very-secret` })
    for (const path of ['/game/leagues?invite=very-secret', '/news%3Finvite=very-secret']) await get(path)
    await get(`/join/very-secret${'x'.repeat(40_000)}`).catch(() => undefined)
    await expect.poll(proxy.readLog).toMatch(/GET \/news/)
    expect(proxy.readLog()).toMatch(/GET \/screen\/…/)
    expect(proxy.readLog()).not.toContain('very-secret')
  })

  test('while the app is down, a save, a call of the API and a read are told that it is away', async () => {
    await server.stop()
    const { get, call, post } = openClient(ports.port, { cookie: players[0]?.cookie ?? '' })
    const save = await post('/game/team', { intent: 'save', picks: entryCodes.join('.') })
    expect([save.status, save.headers.refresh]).toEqual([503, undefined])
    expect(save.body).toContain('look first whether it was saved')
    const answer = await call('/api/teams/mine', {})
    expect([answer.status, JSON.parse(answer.body).errorType]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect(answer.headers['content-type']).toContain('application/json')
    const read = await get('/songs/very-secret?invite=very-secret')
    expect([read.status, read.headers.refresh, read.headers['retry-after']]).toEqual([503, '10', '10'])
    expect(read.headers['content-security-policy']).toContain("default-src 'none'")
    await get('/screen/very-secret')
    expect(proxy.readLog()).not.toContain('invite=')
    expect(proxy.readLog()).not.toMatch(/screen\/very-secret/)
    server = await start()
    expect((await get('/game')).status).toBe(200)
  })
})

describe.skipIf(!proxies.includes('nginx'))('behind a proxy that does not pass on Host', () => {
  const { folder, remove } = makeFolder()
  let port: number
  let server: Awaited<ReturnType<typeof startServer>>
  let proxy: Awaited<ReturnType<typeof runProxy>>

  beforeAll(async () => {
    port = await freePort()
    server = await startServer({ PUBLIC_ORIGIN: `http://localhost:${port}` })
    const file = writePlainNginx({ folder, port, upstream: server.port })
    proxy = await runProxy('nginx', { file, folder, port })
  })
  afterAll(async () => {
    await proxy.stop()
    await server.stop()
    remove()
  })

  test('/healthz asked through it warns, and asked on this machine does not', async () => {
    const { get } = openClient(port, { cookie: '' })
    const own = await server.ask({ path: '/healthz' })
    expect(own.body).not.toContain('does not pass on Host')
    const { warnings } = JSON.parse((await get('/healthz')).body)
    expect(warnings).toEqual([expect.stringContaining('the proxy in front does not pass on Host')])
  })

  test('a page says so instead of leading to itself for ever, and the log says it once', async () => {
    const { get } = openClient(port, { cookie: '' })
    for (const path of ['/', '/game', '/songs']) {
      const page = await get(path)
      expect([page.status, page.headers.location]).toEqual([421, undefined])
      expect(page.body).toContain('the proxy in front does not pass on Host')
    }
    const lines = server.log().filter(({ event }) => event === 'host-not-passed-on')
    expect(lines).toEqual([expect.objectContaining({ host: `127.0.0.1:${server.port}` })])
  })
})

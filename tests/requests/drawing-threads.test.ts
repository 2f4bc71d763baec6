import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type App, openApp } from '#tests/app.ts'
import { Browser } from '#tests/browser.ts'
import { textOf, timeless } from '#tests/html.ts'
import { before, withTeam } from '#tests/play.ts'
import { openWorld } from '#tests/world.ts'

/** Pages that another thread draws are the pages of this one: docs/decisions/0011-drawing-threads.md. */
let app: App
let anna: Browser
let drawers: ReturnType<App['house']['openDrawers']>

beforeAll(async () => {
  vi.stubEnv('DRAWING_THREADS', '1')
  app = await openApp({ now: before })
  await openWorld(app)
  anna = (await withTeam(app, 'anna', { teamName: 'Annas <Lamps>', managerName: 'Anna' })).as
  // What says that the team was saved is said once.
  await app.get('/game', { as: anna })
  drawers = app.house.openDrawers(pathToFileURL(resolve('build/server/index.js')).href)
  await vi.waitUntil(() => drawers.places() > 0, { timeout: 30_000 })
})

afterAll(async () => {
  await drawers?.close()
  await app?.close()
  vi.unstubAllEnvs()
})

/** Has a page drawn by the other thread. */
async function order(path: string, as: Browser, { method = 'GET', acceptEncoding = '' } = {}) {
  const url = new URL(path, app.origin).href
  const headers = [...as.request(url, {}).headers]
  const packed = await drawers.draw({
    id: 'an id',
    url,
    headers,
    wanted: { method, acceptEncoding, ifNoneMatch: undefined },
  })
  if (!packed) throw new Error('Nothing was drawn')
  const { status, body = new Uint8Array() } = packed
  return { status, headers: new Map(packed.headers), body: Buffer.from(body) }
}

const paths = ['/', '/news', '/songs', '/game', '/game?dialog=rules', '/game/lineup', '/game/lineup?round=99']
const more = ['/game/team', '/game/results', '/game/history', '/game/leagues', '/game/lineup.data']

test.each([...paths, ...more])('%s is the same page, whichever thread draws it', async (path) => {
  const here = await app.get(path, { as: anna })
  const there = await order(path, anna)
  expect(there.status).toBe(here.status)
  expect(timeless(there.body.toString())).toBe(timeless(here.html))
  expect(there.body.length).toBeGreaterThan(500)
  for (const name of ['content-type', 'cache-control', 'link', 'x-content-type-options', 'x-remix-response'])
    expect(there.headers.get(name) ?? null, name).toBe(here.headers.get(name))
  expect(there.headers.get('content-length')).toBe(String(there.body.length))
})

test('it goes out squeezed, and to HEAD as its length alone', async () => {
  const squeezed = await order('/game', anna, { acceptEncoding: 'br' })
  expect(squeezed.headers.get('content-encoding')).toBe('br')
  expect(textOf(brotliDecompressSync(squeezed.body).toString())).toContain('Annas <Lamps>')
  const head = await order('/game', anna, { method: 'HEAD' })
  expect([head.body.length, Number(head.headers.get('content-length')) > 10_000]).toEqual([0, true])
})

/** The order in the line-up's form. */
const orderIn = (html: string) => /name="order" value="([\w.]+)"/.exec(html)?.[1] ?? ''

test('what was saved here a moment ago is read there', async () => {
  const page = await app.get('/game/lineup', { as: anna })
  const turned = orderIn(page.html).split('.').toReversed().join('.')
  const saved = await app.post('/game/lineup', { intent: 'save', round: '1', order: turned }, { as: anna })
  expect(saved.status).toBe(303)

  const there = await order('/game/lineup', anna)
  expect(orderIn(there.body.toString())).toBe(turned)
})

test('who signed out here is nobody there, and a game time that is set here is the time there', async () => {
  const { as } = await withTeam(app, 'carla', { teamName: 'Carlas Lamps', managerName: 'Carla' })
  expect((await order('/game/history', as)).status).toBe(200)
  const elsewhere = new Browser()
  elsewhere.plant('sid', as.cookie('sid') ?? '')
  await app.post('/auth/sign-out', {}, { as: elsewhere })
  expect((await order('/game/history', as)).status).toBe(401)

  await app.setClock('2025-06-30T12:00:00Z')
  expect(textOf((await order('/', anna)).body.toString())).toContain('The 2025 game has concluded')
  await app.setClock(before)
})

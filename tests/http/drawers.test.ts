import { describe, expect, test, vi } from 'vitest'
import { type DrawingOrder, openDrawers } from '#app/http/drawers.server.ts'
import { isDrawnAnywhere } from '#app/http/drawn-anywhere.server.ts'

const wanted = { method: 'GET', acceptEncoding: undefined, ifNoneMatch: undefined }
const order: DrawingOrder = { id: 'an id', url: 'http://localhost/game', headers: [], wanted }

/** A build whose thread says that it is there, and then does `onOrder` with what it is sent. */
function buildOf(onOrder: string): string {
  const port = `process.getBuiltinModule('node:worker_threads').parentPort`
  const work = `const port = ${port}; port.postMessage('ready'); port.on('message', (message) => { ${onOrder} })`
  const module = `export const entry = { module: { house: { drawForOthers() { ${work} } } } }`
  return `data:text/javascript,${encodeURIComponent(module)}`
}

async function openOne(file: string) {
  const drawers = openDrawers({ count: 1, file, shared: {} })
  await vi.waitUntil(() => drawers.findFree() !== undefined)
  return drawers
}

test('a thread that ends leaves its pages to those who ordered them, and takes no more', async () => {
  const drawers = await openOne(buildOf('process.exit(1)'))
  const [first, second] = [drawers.findFree()?.(order), drawers.findFree()?.(order)]
  expect([await first, await second]).toEqual([undefined, undefined])
  expect(drawers.findFree()).toBeUndefined()
  await drawers.close()
})

test('a thread has two orders at most: who comes third is free to draw by themselves', async () => {
  const drawers = await openOne(buildOf(`if (message === 'enough') port.close()`))
  const orders = [drawers.findFree()?.(order), drawers.findFree()?.(order)]
  expect(drawers.findFree()).toBeUndefined()
  await drawers.close()
  expect(await Promise.all(orders)).toEqual([undefined, undefined])
})

test('without threads there is nobody to order from, and nothing to wait for at the end', async () => {
  const drawers = openDrawers({ count: 0, file: buildOf(''), shared: {} })
  expect(drawers.findFree()).toBeUndefined()
  await drawers.close()
})

describe('another thread draws', () => {
  const cookie = 'sid=anybody'
  const at = (path: string) => new URL(path, 'http://localhost')

  test.each([
    '/',
    '/_root.data',
    '/news?page=2',
    '/songs',
    '/game',
    '/game.data',
    '/game/lineup?round=2',
    '/game/team',
    '/game/results',
    '/game/history.data',
    '/game/leagues?leagueId=4',
  ])('%s for somebody signed in', (path) => {
    expect(isDrawnAnywhere({ method: 'GET', cookie }, at(path))).toBe(true)
    expect(isDrawnAnywhere({ method: 'HEAD', cookie }, at(path))).toBe(true)
    expect(isDrawnAnywhere({ method: 'GET', cookie: 'tz=x' }, at(path))).toBe(false)
    expect(isDrawnAnywhere({ method: 'POST', cookie }, at(path))).toBe(false)
  })

  test.each([
    '/game/leagues?leagueId=4&invite=secret',
    '/game/leagues?leagueId=4&%69nvite=secret',
    '/game/account',
    '/game/account/data',
    '/game/notifications',
    '/admin',
    '/api/teams',
    '/auth/sign-in',
    '/healthz',
    '/game/lineup/x',
  ])('never %s', (path) => {
    expect(isDrawnAnywhere({ method: 'GET', cookie }, at(path))).toBe(false)
  })
})

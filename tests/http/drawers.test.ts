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
  await vi.waitUntil(() => drawers.places() > 0)
  return drawers
}

test('a thread that ends leaves its pages to those who ordered them, and takes no more', async () => {
  const drawers = await openOne(buildOf('process.exit(1)'))
  expect(await Promise.all([drawers.draw(order), drawers.draw(order)])).toEqual([undefined, undefined])
  expect(drawers.places()).toBe(0)
  await drawers.close()
})

test('at the end whoever still waits is told that nothing was drawn', async () => {
  const drawers = openDrawers({
    count: 2,
    file: buildOf(`if (message === 'enough') port.close()`),
    shared: {},
  })
  await vi.waitUntil(() => drawers.places() === 4)
  const orders = [1, 2, 3].map(() => drawers.draw(order))
  await drawers.close()
  expect(await Promise.all(orders)).toEqual([undefined, undefined, undefined])
})

test('without threads there is nobody to order from, and nothing to wait for at the end', async () => {
  const drawers = openDrawers({ count: 0, file: buildOf(''), shared: {} })
  expect([drawers.places(), await drawers.draw(order)]).toEqual([0, undefined])
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

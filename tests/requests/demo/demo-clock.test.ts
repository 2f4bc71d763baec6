import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, openApp } from '#tests/support/app.ts'
import { buttonNames } from '#tests/support/html.ts'
import { openWorld } from '#tests/support/world.ts'

const jumps = [
  'Before the first semi-final',
  'Between the semi-finals',
  'Before the final',
  'After the final',
  'After the end',
]

let app: App
let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  app = await openApp()
  world = await openWorld(app)
})

afterAll(() => app.close())

const timeShown = (html: string) => html.match(/<time[^>]* dateTime="([^"]+)"/)?.[1]?.slice(0, 16)

test.each(['/', '/news', '/songs', '/game', '/no-such-page'])('%s carries the demo bar', async (path) => {
  const page = await app.get(path)
  expect(page.html).toContain('aria-label="Demo clock"')
  expect(buttonNames(page.html).filter((name) => jumps.includes(name))).toEqual(jumps)
})

test.each([
  ['Between the semi-finals', '2025-05-14T12:00'],
  ['Before the final', '2025-05-17T12:00'],
  ['After the final', '2025-05-17T23:30'],
  ['After the end', '2025-05-18T08:00'],
  ['Before the first semi-final', '2025-05-10T12:00'],
])('%s jumps, and comes back to the same page', async (name, instant) => {
  const sent = await app.get('/news?page=1')
  const answer = await app.press(sent, name, {}, { headers: { Referer: sent.url } })
  expect([answer.status, answer.location]).toEqual([303, '/news?page=1'])
  const page = await app.follow(answer)
  expect(timeShown(page.html)).toBe(instant)
  expect(page.html).toContain(`aria-current="step">${name} </button>`)
})

test('a manager jumps too, and stays signed in', async () => {
  const answer = await app.press(
    await app.get('/', { as: world.dora }),
    'After the end',
    {},
    { as: world.dora },
  )
  const page = await app.follow(answer, { as: world.dora })
  expect(page.text).toContain('The 2025 game has concluded.')
  expect(page.text).toContain('Sign Out')
})

test('any instant can be set, in any zone', async () => {
  const answer = await app.post('/demo/clock', { now: '2025-05-12T10:00:00+02:00' })
  expect([answer.status, answer.location]).toEqual([303, '/'])
  expect(timeShown((await app.get('/')).html)).toBe('2025-05-12T08:00')
})

test.each([['tomorrow'], [''], ['2025-05-14'], ['2025-13-41T00:00:00Z']])(
  'the instant %j is refused',
  async (now) => {
    const before = timeShown((await app.get('/')).html)
    const answer = await app.post('/demo/clock', { now })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain("Set 'now' to an instant")
    expect(timeShown((await app.get('/')).html)).toBe(before)
  },
)

test('a jump without an instant is refused', async () => {
  expect((await app.post('/demo/clock')).status).toBe(400)
})

test.each([
  ['https://evil.example//evil.example', '/'],
  ['//evil.example', '/'],
  ['nowhere', '/'],
  ['https://evil.example/news?q=1', '/'],
])('a jump from %s leads to %s', async (referer, target) => {
  const fields = { now: '2025-05-10T12:00:00Z' }
  const answer = await app.post('/demo/clock', fields, { headers: { Referer: referer } })
  expect([answer.status, answer.location]).toEqual([303, target])
})

test('there is nothing to see', async () => {
  expect((await app.get('/demo/clock')).status).toBe(404)
})

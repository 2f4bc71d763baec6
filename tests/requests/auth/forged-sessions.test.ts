import { afterAll, beforeAll, expect, test } from 'vitest'
import { capacity } from '#app/server/load-shedding/load-shedding.server.ts'
import { before } from '#tests/support/game-steps.ts'
import { signIn, startServer } from '#tests/support/server.ts'

/** Forms with forged sessions, as many as the capacity for saves, over real sockets. */
let server: Awaited<ReturnType<typeof startServer>>
let cookie: string

beforeAll(async () => {
  server = await startServer({ DEMO: '1' })
  cookie = await signIn(server.database)
  await post('/demo/clock', { now: before }, '')
})
afterAll(() => server.stop())

function post(path: string, fields: Record<string, string>, Cookie: string) {
  const body = new URLSearchParams(fields).toString()
  const type = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': String(body.length) }
  const headers = { Host: `localhost:${server.port}`, Origin: server.origin, Cookie, ...type }
  return server.ask({ method: 'POST', path, headers }, body)
}

test('take no capacity from valid saves', async () => {
  const save = { intent: 'save', teamName: 'Honest', managerName: 'Anna', picks: 'AT.GR.DE.NO.SM.PT' }
  const madeUp = Array.from({ length: 2 * capacity.saves }, (_, n) =>
    post('/game/team', save, `sid=${String(n).padStart(43, 'x')}`),
  )
  let underWay = madeUp.length
  for (const each of madeUp) void each.finally(() => (underWay -= 1))
  let saves = 0
  while (underWay > 0 && saves < 29) {
    const saved = await post('/game/team', save, cookie)
    expect([saved.status, saved.headers.location]).toEqual([303, '/game/team'])
    saves += 1
  }
  expect(saves).toBeGreaterThan(0)
  const statuses = new Set((await Promise.all(madeUp)).map(({ status }) => status))
  expect([...statuses].every((status) => status === 303 || status === 503)).toBe(true)
  const page = await server.ask({
    path: '/game/team',
    headers: { Host: `localhost:${server.port}`, Cookie: cookie },
  })
  expect(page.body).toContain('value="Honest"')
}, 60_000)

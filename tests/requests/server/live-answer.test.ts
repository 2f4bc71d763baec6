import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSession } from '#app/auth/session/session.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'
import { newDatabase } from '#tests/support/databases.ts'
import { type RawResponse, startServer } from '#tests/support/server.ts'
import { beginEvening } from '../../../scripts/bench/live/evening.ts'
import { seedLargeDatabase } from '../../../scripts/bench/seed-large-database.ts'

/**
 * What the script of the live page gets from two real servers on one database, while a third process presses 'Save and
 * publish live'.
 */
let db: Db
let press: () => Promise<void>
let servers: Awaited<ReturnType<typeof startServer>>[]
let cookies: string[]

beforeAll(async () => {
  const location = await newDatabase('live')
  db = openDatabase(location, { mayCreate: true })
  const { viewers } = await seedLargeDatabase(db, 100)
  const evening = await beginEvening(db, location)
  press = evening.press
  await press()
  cookies = []
  for (const managerId of [viewers[0]?.managerId ?? 0, 2])
    cookies.push((await createSession(db, { managerId, now: Date.now() })).cookieHeader)
  servers = [await startServer({ DATABASE_FILE: location }), await startServer({ DATABASE_FILE: location })]
})
afterAll(async () => {
  for (const server of servers) await server.stop()
  await db.destroy()
})

function ask(index: number, { cookie = cookies[0], etag = '' } = {}): Promise<RawResponse> {
  const server = servers[index]
  if (!server) throw new Error('There is no such server')
  const condition = etag === '' ? {} : { 'If-None-Match': etag }
  const headers = { Host: `localhost:${server.port}`, Cookie: cookie, ...condition }
  return server.ask({ path: '/game/live.json', headers })
}

const etagOf = ({ headers }: RawResponse) => String(headers.etag)

test('nothing new is 304 without a body, with the time until the next question', async () => {
  const first = await ask(0)
  expect(first.status).toBe(200)
  const same = await ask(0, { etag: etagOf(first) })
  expect([same.status, same.body, etagOf(same)]).toEqual([304, '', etagOf(first)])
  for (const { headers } of [first, same]) {
    expect(Number(headers['ask-again'])).toBeGreaterThanOrEqual(10)
    expect(Number(headers['ask-again'])).toBeLessThanOrEqual(60)
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: expect.stringContaining('Cookie'),
    })
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers).not.toHaveProperty('set-cookie')
  }
})

test('a press is in the next answer of both servers, and both give the same one', async () => {
  for (let n = 0; n < 5; n += 1) {
    const before = [await ask(0), await ask(1)]
    expect(before[0]?.body).toBe(before[1]?.body)
    await press()
    const after = [
      await ask(0, { etag: etagOf(before[0] ?? (await ask(0))) }),
      await ask(1, { etag: etagOf(before[1] ?? (await ask(1))) }),
    ]
    expect(after.map(({ status }) => status)).toEqual([200, 200])
    expect(after[0]?.body).not.toBe(before[0]?.body)
    expect(after[0]?.body).toBe(after[1]?.body)
  }
})

test('an ETag is good for its own visitor only, and for nobody without a session', async () => {
  const etag = etagOf(await ask(0))
  const other = await ask(0, { cookie: cookies[1] ?? '', etag })
  expect(other.status).toBe(200)
  expect(JSON.parse(other.body)).toHaveProperty('lines')
  for (const cookie of ['', 'douze_session=', `douze_session=${'A'.repeat(43)}`, 'x'.repeat(6000)])
    for (const condition of [etag, '*']) {
      const refused = await ask(0, { cookie, etag: condition })
      expect([refused.status, refused.body], cookie.slice(0, 30)).toEqual([401, '{"ended":"session"}'])
    }
  expect((await ask(0, { etag: `${'"x",'.repeat(3000)}${etag}` })).status).toBeLessThan(432)
})

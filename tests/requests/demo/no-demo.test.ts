import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasDemoClock } from '#db/clock.server.ts'
import { type App, openApp } from '#tests/support/app.ts'
import { openWorld } from '#tests/support/world.ts'

let app: App

beforeAll(async () => {
  app = await openApp({ isDemo: false })
  await openWorld(app)
  await app.db.deleteFrom('demo_clock').execute()
})

afterAll(() => app.close())

test('production has no demo clock to set', async () => {
  const answer = await app.post('/demo/clock', { now: '2025-05-14T12:00:00Z' })
  expect(answer.status).toBe(404)
  expect(await hasDemoClock(app.db)).toBe(false)
  expect((await app.get('/demo/clock')).status).toBe(404)
})

test('production has no rehearsal', async () => {
  const answer = await app.post('/demo/rehearsal', { step: 'next' })
  expect(answer.status).toBe(404)
  expect(await app.db.selectFrom('publications').selectAll().execute()).toEqual([])
  expect((await app.get('/demo/rehearsal')).status).toBe(404)
})

test('production shows no demo bar', async () => {
  const page = await app.get('/')
  expect(page.text).toContain('Manage Your Eurovision Dream Team')
  expect(page.html).not.toContain('Demo clock')
})

test('production has no demo mailbox', async () => {
  const mail = { subject: 'Hello', sender: 'a', recipient: 'b', text: 'Hello', html: '<p>Hello</p>', raw: '' }
  await app.db
    .insertInto('demo_mails')
    .values({ id: 1, received_at: 1, ...mail })
    .execute()
  for (const path of ['/demo/mail', '/demo/mail/1', '/demo/mail/1/html']) {
    const answer = await app.get(path)
    expect([answer.status, answer.html.includes('Hello')], path).toEqual([404, false])
  }
})

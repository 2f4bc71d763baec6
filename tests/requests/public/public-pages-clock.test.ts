import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendCachedResponse } from '#app/server/cache/cached-response.server.ts'
import { insertArticle } from '#db/news/articles.server.ts'
import { type App, openApp } from '#tests/support/app.ts'
import { stopDatabaseClock } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/provider.ts'
import { sendRaw } from '#tests/support/server.ts'
import { openWorld } from '#tests/support/world.ts'

/** Kept pages and time: the built app outside the demo, where game time is the system clock, and that clock moved. */
let app: App
let front: Server
let port: number
let drawings = 0
let stoppedAt = ''
let clockStopped = Promise.resolve()

beforeAll(async () => {
  app = await openApp({ isDemo: false })
  await openWorld(app)
  const later = {
    title: 'Rehearsals begin',
    slug: 'rehearsals-begin',
    summary: 'At last.',
    contentHtml: '<p>At last.</p>',
    sanitiserVersion: 1,
    imageUrl: null,
    imageCredit: null,
    countryCode: 'CH',
    publishDate: '2025-05-12',
    category: 'COMPETITION' as const,
  }
  await insertArticle(app.db, later, 0)
  const pages = app.internals.openResponseCache(async (request) => {
    drawings += 1
    return app.handle(request)
  })
  const context = { requestId: 'a-test', clientAddress: '192.0.2.1' }
  front = createServer(async (request, response) => {
    const hit = await pages.find(request)
    const drawn =
      hit?.cached ?? (await pages.render(request, context, async () => new Response(null, { status: 500 })))
    if ('etag' in drawn) sendCachedResponse(request, response, drawn)
    else response.writeHead(drawn.status).end()
  })
  port = await freePort()
  front.listen(port, '127.0.0.1')
  await once(front, 'listening')
})

afterAll(async () => {
  vi.useRealTimers()
  front.close()
  await app.close()
})

async function ask(path: string, instant: string) {
  vi.setSystemTime(new Date(instant))
  clockStopped = stoppedAt === instant ? clockStopped : stopDatabaseClock(app.location, instant)
  stoppedAt = instant
  await clockStopped
  const before = drawings
  const { status, body } = await sendRaw({ port, path, headers: { Host: new URL(app.origin).host } })
  return { status, html: body, isDrawn: drawings > before }
}

test('an article appears when its day begins where the contest is, and not a moment before', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const path = '/news'
  expect(await ask(path, '2025-05-11T12:00:00Z')).toMatchObject({ status: 200, isDrawn: true })
  const before = await ask(path, '2025-05-11T21:59:59.999Z')
  expect(before.isDrawn).toBe(false)
  expect(before.html).toContain('News &amp; Updates')
  expect(before.html).not.toContain('Rehearsals begin')
  const after = await ask(path, '2025-05-11T22:00:00Z')
  expect(after.isDrawn).toBe(true)
  expect(after.html).toContain('Rehearsals begin')
})

test('the banner of the end is on every page from the instant of the end on', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const paths = ['/', '/songs', '/privacy-policy']
  // Time runs forwards: a clock that is set back a little opens nothing again (tests/faults/clock-set-back.test.ts).
  for (const path of paths) {
    expect((await ask(path, '2025-05-18T06:00:00Z')).html).not.toContain('has concluded')
  }
  for (const path of paths) {
    const before = await ask(path, '2025-05-18T06:59:59.999Z')
    expect([before.status, before.isDrawn, before.html.includes('has concluded')]).toEqual([
      200,
      false,
      false,
    ])
  }
  for (const path of paths) {
    expect((await ask(path, '2025-05-18T07:00:00Z')).html).toContain('The 2025 game has concluded.')
  }
  for (const path of paths) expect((await ask(path, '2025-05-18T07:00:01Z')).isDrawn).toBe(false)
})

test('concurrent requests for a page are rendered once', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const before = drawings
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => ask('/terms-of-service', '2025-05-11T12:00:00Z')),
  )
  expect(drawings).toBe(before + 1)
  expect(new Set(answers.map(({ html }) => html)).size).toBe(1)
  expect(answers[0]?.html).toContain('Terms of Service')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#db/engine.server.ts'
import { findSubmission } from '#tests/support/html.ts'
import { signIn, startServer } from '#tests/support/server.ts'

/** A text at the desk that is larger than a form may be, without script, on the real server (D10). */
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

async function listStored() {
  const db = openDatabase(server.database)
  const rows = await db.selectFrom('round_scores').selectAll().execute()
  await db.destroy()
  return rows
}

test('a megabyte of text is refused with words that lead back, and nothing is stored', async () => {
  const path = '/admin/desk?round=3&way=paste'
  const host = `localhost:${server.port}`
  const cookie = await signIn(server.database, 'an admin', { isAdmin: true })
  const page = await server.ask({ path, headers: { Host: host, Cookie: cookie } })
  const pasted = 'Norway 90\n'.repeat(100_000)
  const body = new URLSearchParams([...(findSubmission(page.body, 'Save')?.fields ?? []), ['pasted', pasted]])
  const headers = {
    Host: host,
    Cookie: cookie,
    Origin: server.origin,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(body.toString().length),
  }
  const refused = await server.ask({ method: 'POST', path, headers }, body.toString())
  expect(refused.status).toBe(413)
  expect(refused.body).toContain('What was sent is too large, so nothing was saved. Go back and send less.')
  expect(await listStored()).toEqual([])
})

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { fieldNamed, textOf } from '#tests/support/html.ts'
import { startServer } from '#tests/support/server.ts'
import { openDesk, openFinal, readFinal } from './support/desk.ts'
import { createSessions, makeGame, type Player, withDatabase } from './support/game.ts'

/** The provider takes an admin's role away while the desk of the final is open. */
const location = await newDatabase('role')
let provider: FakeProvider
let server: Awaited<ReturnType<typeof startServer>>
/** Whose results of the semi-finals are there. */
let other: Player
/** The roles that the provider's next tokens name. */
let roles: readonly string[]

beforeAll(async () => {
  other = (await makeGame(location, 0)).admin
  provider = await startFakeProvider()
  provider.tokens = async () => {
    const id_token = await provider.idToken({ sub: 'grace', realm_access: { roles } })
    return { body: { access_token: 'opaque', id_token, refresh_token: 'next', expires_in: 600 } }
  }
  server = await startServer({ DATABASE_FILE: location, OIDC_ISSUER: provider.issuer })
  await openFinal(location, server.port, other)
})
afterAll(async () => {
  expect((await server.stop()).code).toBe(0)
  await provider.stop()
})

/** The renewal of grace's session is due, as ten minutes after the last one, or so late that her rights have ended. */
const makeDue = (managerId: number, lateMs: number) =>
  withDatabase(location, (db) =>
    db
      .updateTable('sessions')
      .set({ renew_at: Date.now() - lateMs, renewal_lease_until: 0 })
      .where('manager_id', '=', managerId)
      .execute(),
  )

const isAdmin = (managerId: number) =>
  withDatabase(location, async (db) => {
    const own = db.selectFrom('sessions').select('is_admin').where('manager_id', '=', managerId)
    return (await own.executeTakeFirst())?.is_admin
  })

const minute = 60_000
const typed = { 'points-AT': '436', 'points-FI': '196' }

const readSnapshot = () =>
  withDatabase(location, async (db) => ({
    publications: await db.selectFrom('publications').selectAll().orderBy('id').execute(),
    articles: await db.selectFrom('articles').selectAll().execute(),
    final: await readFinal(location),
  }))

test.each([
  ['renewal in the background of a page', 0],
  ['renewal that the press waits for', 16 * minute],
])('after a %s, each press is refused, changes nothing, and keeps what was typed', async (_, lateMs) => {
  roles = ['admin']
  const grace = await withDatabase(location, (db) =>
    createSessions(db, 'grace', {
      issuer: provider.issuer,
      isAdmin: true,
      refreshToken: 'first',
      renewAt: Date.now() + minute,
    }),
  )
  const desk = openDesk(server.port, grace)
  const [fields, scores] = [await desk.page(), await desk.get('/admin?round=3')]
  const editor = await desk.get('/admin/news/new')
  const paste = await desk.get('/admin/desk?round=3&way=paste')
  expect([fields, scores, editor, paste].map(({ status }) => status)).toEqual([200, 200, 200, 200])

  roles = []
  await makeDue(grace.managerId, lateMs)
  const heard = provider.nextTokenRequest()
  const before = await readSnapshot()
  // A due renewal runs beside a page; one that is due for 15 minutes is waited for.
  if (lateMs === 0) {
    await desk.get('/game')
    await heard
    await vi.waitFor(async () => expect(await isAdmin(grace.managerId)).toBe(0), 10_000)
  }
  const article = { title: 'Typed for long', content: '<p>Typed for long</p>' }
  const pressed = await desk.press(fields, 'Save and publish live', typed)
  const counted = await desk.press(fields, 'Next song', typed)
  const saved = await desk.press(scores, 'Save Player Scores', { 'score-AT': '436' })
  const tooLong = await desk.press(paste, 'Save and publish live', { pasted: 'ä'.repeat(2500) })
  const written = await desk.press(editor, 'Save Article', article)
  const called = await desk.call('/api/admin/game/active/round-scores/3', { playerScores: [] }, 'PUT')
  expect([pressed, counted, saved, written, called].map(({ status }) => status)).toEqual([
    303, 303, 303, 401, 403,
  ])
  expect(textOf(written.body)).toContain('You are not an admin any more. Nothing is lost')
  expect(fieldNamed(written.body, 'Title')?.get('value')).toBe('Typed for long')
  expect(await readSnapshot()).toEqual(before)
  const leads = [pressed, counted, saved].map(({ headers }) => String(headers.location))
  for (const path of ['/admin/desk?round=3', ...leads]) {
    const shown = await desk.get(path)
    expect([shown.status, textOf(shown.body).includes('Access Denied')]).toEqual([403, true])
    expect(textOf(shown.body).includes('What you typed is kept')).toBe(leads.includes(path))
  }
  const lead = String(tooLong.headers.location)
  for (const [reader, status] of [
    [desk, 403],
    [openDesk(server.port, { ...grace, cookie: '' }), 401],
  ] as const) {
    const shown = await reader.get(lead)
    expect([shown.status, textOf(shown.body).includes('The pasted text is too long to be kept')]).toEqual([
      status,
      true,
    ])
  }
  expect((await desk.get('/game')).status, 'the session goes on').toBe(200)

  // The addresses to which the presses led have what was typed, once there are rights again.
  const typedAt = async (path: string, country: string) =>
    fieldNamed((await openDesk(server.port, other).get(path)).body, country)?.get('value')
  const [first = '', second = '', third = ''] = leads
  for (const path of [first, second])
    expect([await typedAt(path, 'Austria'), await typedAt(path, 'Finland')]).toEqual(['436', '196'])
  expect(await typedAt(third, 'Austria')).toBe('436')
})

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { fieldNamed, textOf } from '#tests/support/html.ts'
import { type RawResponse, startServer } from '#tests/support/server.ts'
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

/** Where a refused press leads. */
const locationOf = ({ headers }: RawResponse) => String(headers.location)

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
  expect([fields, scores, editor].map(({ status }) => status)).toEqual([200, 200, 200])

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
  const presses = [
    await desk.press(fields, 'Save and publish live', typed),
    await desk.press(fields, 'Next song', typed),
    await desk.press(scores, 'Save Player Scores', { 'score-AT': '436' }),
    await desk.press(editor, 'Save article', article),
    await desk.call('/api/admin/game/active/round-scores/3', { playerScores: [] }, 'PUT'),
  ]
  console.log(
    presses.map(({ status, headers, body }) => [status, headers.location, textOf(body).slice(0, 200)]),
  )
  expect(await readSnapshot()).toEqual(before)
  expect((await desk.page()).status).toBe(403)
  expect((await desk.get('/game')).status).toBe(200)

  // The role is given back: the addresses to which the presses led have what was typed.
  roles = ['admin']
  await makeDue(grace.managerId, 16 * minute)
  await withDatabase(location, (db) =>
    db.updateTable('sessions').set({ is_admin: 1 }).where('manager_id', '=', grace.managerId).execute(),
  )
  const back = await desk.get(locationOf(presses[0] ?? fields))
  expect([
    fieldNamed(back.body, 'Austria')?.get('value'),
    fieldNamed(back.body, 'Finland')?.get('value'),
  ]).toEqual(['436', '196'])
})

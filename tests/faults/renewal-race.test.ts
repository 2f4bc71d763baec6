import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { type FakeProvider, startFakeProvider } from '#tests/support/fake-provider.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { getEntryOrder, openSaver } from './support/client.ts'
import {
  compareWithStore,
  createSessions,
  makeGame,
  type Player,
  report,
  withDatabase,
} from './support/game.ts'

/** Requests of one session whose renewal is due, at a provider that ends a sign-in whose refresh token is used twice. */
const location = await newDatabase('renewals')
const log = createSaveLog()
const rounds = 5
let provider: FakeProvider
let servers: Awaited<ReturnType<typeof startServer>>[]
/** The refresh token that is valid now, by the person whose it is; deleted with the sign-in when an old one is used. */
const valid = new Map<string, string>()

beforeAll(async () => {
  await makeGame(location, 0)
  provider = await startFakeProvider()
  provider.tokens = async (form) => {
    const sent = form.get('refresh_token') ?? ''
    const [person = '', count = ''] = sent.split('#')
    if (valid.get(person) !== sent) {
      valid.delete(person)
      return { status: 400, body: { error: 'invalid_grant' } }
    }
    const next = `${person}#${Number(count) + 1}`
    valid.set(person, next)
    return { body: { access_token: 'opaque', refresh_token: next, expires_in: 600 } }
  }
  const more = { DATABASE_FILE: location, OIDC_ISSUER: provider.issuer }
  servers = await Promise.all([startServer(more), startServer(more)])
})
beforeEach(() => {
  provider.tokenRequests.length = 0
})
afterEach(() => valid.clear())
afterAll(async () => {
  expect(await Promise.all(servers.map(async (server) => (await server.stop()).code))).toEqual([0, 0])
  await provider.stop()
  const { broken, ...figures } = await compareWithStore(location, log.saves)
  report('renewals of one session at once', figures)
  expect(broken).toEqual([])
})

/** Makes the session due, as time does. */
const makeDue = ({ managerId }: Player) =>
  withDatabase(location, (db) =>
    db
      .updateTable('sessions')
      .set({ renew_at: Date.now() - 1 })
      .where('manager_id', '=', managerId)
      .execute(),
  )

const findRenewAt = ({ managerId }: Player) =>
  withDatabase(location, (db) =>
    db.selectFrom('sessions').select('renew_at').where('manager_id', '=', managerId).executeTakeFirst(),
  )

test.each([
  ['one process', 1],
  ['two processes on one database', 2],
])(
  'twenty requests of a session that is due, on %s, renew it once and all are answered',
  async (_, count) => {
    const person = `due on ${count}`
    valid.set(person, `${person}#0`)
    const player = await withDatabase(location, (db) =>
      createSessions(db, person, {
        issuer: provider.issuer,
        refreshToken: `${person}#0`,
        renewAt: Date.now(),
      }),
    )
    const savers = servers.slice(0, count).map(({ port }) => openSaver(port, player, log))
    const [first] = savers
    if (!first) throw new Error('No server')
    expect((await first.saveTeam('Renewed')).outcome).toBe('saved')
    for (let round = 1; round <= rounds; round += 1) {
      await vi.waitFor(async () => expect((await findRenewAt(player))?.renew_at).toBeGreaterThan(Date.now()))
      await makeDue(player)
      const pages = Array.from({ length: 20 }, (__, n) => savers[n % count]?.get('/game'))
      const saves = savers.map((saver, n) => saver.saveLineup(getEntryOrder(round + n)))
      expect((await Promise.all(pages)).map((page) => page?.status)).toEqual(pages.map(() => 200))
      expect((await Promise.all(saves)).map(({ outcome }) => outcome)).toEqual(saves.map(() => 'saved'))
    }
    await vi.waitFor(async () => expect((await findRenewAt(player))?.renew_at).toBeGreaterThan(Date.now()))
    const used = provider.tokenRequests.map((form) => form.get('refresh_token'))
    expect(used).toEqual(Array.from({ length: rounds + 1 }, (__, n) => `${person}#${n}`))
    expect((await first.saveLineup(getEntryOrder(0))).outcome).toBe('saved')
  },
)

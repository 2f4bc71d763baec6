import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type * as Lifetimes from '#app/auth/session/session.server.ts'
import type * as Uses from '#app/auth/session/session-uses.server.ts'
import { ensureManager } from '#db/accounts/managers.server.ts'
import {
  acquireRenewalLease,
  deleteSessionsOfProvider,
  findSession,
  insertLogoutToken,
} from '#db/accounts/sessions.server.ts'
import {
  consumeSignInAttempt,
  findSignInTarget,
  insertSignInAttempt,
} from '#db/accounts/sign-in-attempts.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { openNewDatabase } from '#tests/support/databases.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = 1_750_000_000_000
const person = { issuer: 'https://idp.test', subject: 'player', now: start }

let db: Db
let sessions: typeof Lifetimes
let uses: typeof Uses
let managerId: number

beforeAll(async () => {
  vi.stubEnv('PUBLIC_ORIGIN', 'https://douze.test')
  sessions = await import('#app/auth/session/session.server.ts')
  uses = await import('#app/auth/session/session-uses.server.ts')
})

beforeEach(async () => {
  db = await openNewDatabase()
  await migrate(db)
  managerId = await ensureManager(db, person)
})

async function begin(of: { isAdmin?: boolean; idToken?: string } = {}) {
  const session = await sessions.createSession(db, { managerId, now: start, ...of })
  const id = session.cookieHeader.slice('__Host-sid='.length)
  const at = async (now: number) => {
    const visitor = await sessions.findSessionVisitor(db, id, start + now, { timeZone: undefined })
    await uses.storeSessionUses(db)
    return visitor
  }
  return { ...session, id, at }
}

describe('a session', () => {
  test('has an id of 256 random bits in a host-only cookie', async () => {
    const { setCookie, id } = await begin()
    expect(Buffer.from(id, 'base64url')).toHaveLength(32)
    expect(setCookie).toBe(`__Host-sid=${id}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax; Secure`)
    expect((await begin()).id).not.toBe(id)
  })

  test('is stored by its hash only', async () => {
    const { id, idHash, at } = await begin()
    expect(idHash).not.toBe(id)
    expect(JSON.stringify(await db.selectFrom('sessions').selectAll().execute())).not.toContain(id)
    expect(await at(0)).toEqual({
      managerId,
      isAdmin: false,
      rolesFrom: null,
      sessionHash: idHash,
      resultsChoice: { kind: 'none' },
    })
    expect(await sessions.findSessionVisitor(db, idHash, start)).toBeNull()
  })

  test('ends after 14 days without use', async () => {
    const { at, idHash } = await begin()
    expect(await at(14 * day - 1)).not.toBeNull()
    expect(await at(28 * day - 2)).not.toBeNull()
    expect(await at(42 * day)).toBeNull()
    expect(await findSession(db, idHash)).toBeUndefined()
  })

  test('ends after 90 days however much it is used', async () => {
    const { at } = await begin()
    for (let days = 10; days < 90; days += 10) expect(await at(days * day)).not.toBeNull()
    expect(await at(90 * day - 1)).not.toBeNull()
    expect(await at(90 * day)).toBeNull()
  })

  test('of an admin ends after 12 hours', async () => {
    const { at } = await begin({ isAdmin: true })
    expect(await at(12 * hour - 1)).toMatchObject({ isAdmin: true })
    expect(await at(12 * hour)).toBeNull()
  })

  test('updates its last use at most once in five minutes', async () => {
    const { at, idHash } = await begin()
    const seen = async () => ((await findSession(db, idHash))?.lastSeenAt ?? 0) - start
    await at(5 * minute - 1)
    expect(await seen()).toBe(0)
    await at(5 * minute)
    expect(await seen()).toBe(5 * minute)
    await at(9 * minute)
    expect(await seen()).toBe(5 * minute)
  })

  test('is not used by a question of the live page', async () => {
    const { id, idHash } = await begin()
    expect(await sessions.findSessionVisitor(db, id, start + hour)).toMatchObject({ managerId })
    await uses.storeSessionUses(db)
    expect((await findSession(db, idHash))?.lastSeenAt).toBe(start)
  })

  test('that has expired is deleted at the next sign-in', async () => {
    const { idHash } = await begin()
    await sessions.createSession(db, { managerId, now: start + 15 * day })
    expect(await findSession(db, idHash)).toBeUndefined()
  })

  test('encrypts its tokens, and they decrypt in no other row', async () => {
    const { id, idHash } = await begin({ idToken: 'the id token' })
    const other = await begin()
    const sealed = (await findSession(db, idHash))?.idTokenSealed ?? ''
    expect(sealed).not.toContain('token')
    await db
      .updateTable('sessions')
      .set({ id_token_sealed: sealed })
      .where('id_hash', '=', other.idHash)
      .execute()
    expect(await sessions.endSession(db, other.id)).toEqual({ idToken: null })
    expect(await sessions.endSession(db, id)).toEqual({ idToken: 'the id token' })
    expect(await sessions.endSession(db, id)).toBeNull()
  })
})

describe('sign-in in the database', () => {
  test('identifies a person by issuer and subject', async () => {
    expect(await ensureManager(db, { ...person, now: start + 1 })).toBe(managerId)
    expect(await ensureManager(db, { ...person, subject: 'player2' })).not.toBe(managerId)
    expect(await ensureManager(db, { ...person, issuer: 'https://other.test' })).not.toBe(managerId)
  })

  test('lets an attempt be used once, and not after its time; where it leads to is known until it is forgotten', async () => {
    const attempt = { stateHash: 'h', redirectTo: '/game', now: start, forgetBefore: 0 }
    await insertSignInAttempt(db, attempt)
    expect(await consumeSignInAttempt(db, 'h', start + 1)).toBe(false)
    expect(await consumeSignInAttempt(db, 'h', start)).toBe(true)
    expect(await consumeSignInAttempt(db, 'h', start)).toBe(false)
    expect(await findSignInTarget(db, 'h')).toBe('/game')
    await insertSignInAttempt(db, { ...attempt, stateHash: 'i', now: start + 9, forgetBefore: start })
    expect(await findSignInTarget(db, 'h')).toBeUndefined()
    expect(await consumeSignInAttempt(db, 'h', 0)).toBe(false)
  })

  test('stores a logout token until it has expired', async () => {
    expect(await insertLogoutToken(db, { hash: 'h', expiresAt: start + 10, now: start })).toBe(true)
    expect(await insertLogoutToken(db, { hash: 'h', expiresAt: start + 10, now: start + 10 })).toBe(false)
    expect(await insertLogoutToken(db, { hash: 'i', expiresAt: start + 99, now: start + 11 })).toBe(true)
    expect(await db.selectFrom('logout_tokens_seen').select('token_hash').execute()).toEqual([
      { token_hash: 'i' },
    ])
  })

  test('allows one renewal at a time', async () => {
    const { idHash } = await begin()
    await db
      .updateTable('sessions')
      .set({ renew_at: start + 5 })
      .execute()
    expect(await acquireRenewalLease(db, idHash, { now: start, until: start + 10 })).toBe(false)
    expect(await acquireRenewalLease(db, idHash, { now: start + 5, until: start + 10 })).toBe(true)
    expect(await acquireRenewalLease(db, idHash, { now: start + 6, until: start + 10 })).toBe(false)
    expect(await acquireRenewalLease(db, idHash, { now: start + 10, until: start + 20 })).toBe(true)
  })

  test('ends no session without sid or subject, and none of another provider', async () => {
    await begin()
    expect(await deleteSessionsOfProvider(db, { issuer: person.issuer })).toBe(0)
    expect(await deleteSessionsOfProvider(db, { issuer: 'https://other.test', subject: 'player' })).toBe(0)
    expect(await deleteSessionsOfProvider(db, { issuer: person.issuer, subject: 'player' })).toBe(1)
  })
})

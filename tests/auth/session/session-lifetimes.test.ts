import { describe, expect, test } from 'vitest'
import {
  computeRenewalDelay,
  hasAdminRights,
  isExpired,
  isGraceOver,
  isRenewalDue,
} from '#app/auth/session/session-lifetimes.ts'

/** Limits of sessions (security.md, D26), each at its last and at its first instant. All in ms. */
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const session = {
  isAdmin: false,
  createdAt: 0,
  lastSeenAt: 0,
  renewAt: null,
  renewalLeaseUntil: 0,
  renewalFailingSince: null,
}

describe('the next renewal comes', () => {
  test.each([
    ['with the access token’s end', 1800, false, 30 * minute],
    ['after five minutes at the earliest', 1, false, 5 * minute],
    ['after an hour at the latest', 86_400, false, hour],
    ['after ten minutes at the latest for an admin, whose role may be taken away', 86_400, true, 10 * minute],
    ['with an admin’s token that ends before', 400, true, 400_000],
    ['after an hour where the provider names no end', undefined, false, hour],
    ['after ten minutes for an admin where it names none', undefined, true, 10 * minute],
  ])('%s', (_when, lifeSeconds, isAdmin, delay) => {
    expect(computeRenewalDelay(lifeSeconds, isAdmin)).toBe(delay)
  })
})

test.each([
  ['unused', { lastSeenAt: 0 }, 14 * day],
  ['of an admin', { isAdmin: true, lastSeenAt: 12 * hour }, 12 * hour],
  ['used all the time', { lastSeenAt: 90 * day }, 90 * day],
])('a session %s ends in time', (_which, times, end) => {
  expect(isExpired({ ...session, ...times }, end - 1)).toBe(false)
  expect(isExpired({ ...session, ...times }, end)).toBe(true)
})

test('a provider that is away is waited for one day', () => {
  expect(isGraceOver(hour, hour + day - 1)).toBe(false)
  expect(isGraceOver(hour, hour + day)).toBe(true)
})

test('admin rights end a quarter of an hour after the renewal was due', () => {
  const admin = { ...session, isAdmin: true, renewAt: hour }
  expect(hasAdminRights(admin, hour + 15 * minute - 1)).toBe(true)
  expect(hasAdminRights(admin, hour + 15 * minute)).toBe(false)
  expect(hasAdminRights({ ...admin, renewAt: null }, day)).toBe(true)
  expect(hasAdminRights({ ...admin, isAdmin: false }, 0)).toBe(false)
})

test('a renewal is due from its instant on, unless another request has begun it', () => {
  const due = { ...session, renewAt: hour }
  expect([isRenewalDue(due, hour - 1), isRenewalDue(due, hour)]).toEqual([false, true])
  const leased = { ...due, renewalLeaseUntil: hour + minute }
  expect([isRenewalDue(leased, hour), isRenewalDue(leased, hour + minute)]).toEqual([false, true])
  expect(isRenewalDue(session, day)).toBe(false)
})

import { expect, test } from 'vitest'
import { signMailToken, verifyMailToken } from '#app/auth/mail-tokens.server.ts'

const now = 1_000_000
const confirm = { purpose: 'confirm', addressId: 7, expiresAt: now + 1 } as const
const unsubscribe = { purpose: 'reminder', addressId: 7, expiresAt: 0 } as const

test('a signed token is verified to the same content', () => {
  expect(verifyMailToken(signMailToken(confirm), now)).toEqual(confirm)
  expect(verifyMailToken(signMailToken(unsubscribe), now)).toEqual(unsubscribe)
})

test('a confirmation expires, an unsubscribe link never', () => {
  expect(verifyMailToken(signMailToken(confirm), now + 1)).toBeNull()
  expect(verifyMailToken(signMailToken(unsubscribe), Number.MAX_SAFE_INTEGER)).toEqual(unsubscribe)
})

test('an altered token is invalid', () => {
  const token = signMailToken(confirm)
  const altered = [
    '',
    'x',
    token.replace('.7.', '.8.'),
    token.replace('confirm', 'season'),
    token.replace(String(now + 1), '0'),
    token.slice(0, -1),
    `${token}A`,
    ` ${token}`,
    `${token}\n`,
    token.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
  ]
  expect(altered.filter((each) => verifyMailToken(each, now) !== null)).toEqual([])
})

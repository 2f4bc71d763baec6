import { expect, test } from 'vitest'
import { findProviderWait, isAdminPath } from '#app/auth/provider/provider-wait.server.ts'

/** Which requests may wait for the provider is decided by method, path and headers. */
const sid = `sid=${'a'.repeat(43)}`
const head = { method: 'GET', authorization: undefined, cookie: undefined }

test.each([
  ['POST', '/auth/sign-in'],
  ['POST', '/auth/sign-in.data'],
  ['POST', '/AUTH/sign%2Din/'],
  ['GET', '/auth/callback'],
  ['HEAD', '/auth/callback'],
  ['GET', '/auth/callback.data'],
  ['POST', '/auth/sign-out'],
  ['POST', '/auth/backchannel-logout'],
])('%s %s waits for the provider itself', (method, path) => {
  expect(findProviderWait({ ...head, cookie: `attempt:a=b; ${sid}`, method, path })).toBe('route')
})

test.each([
  ['GET', '/api/teams/mine', { authorization: 'Bearer a.b.c' }],
  ['POST', '/API/teams/mine', { authorization: 'Bearer a.b.c', cookie: sid }],
  ['GET', '/admin', { cookie: sid }],
  ['POST', '/admin.data', { cookie: sid }],
  ['GET', '//admin/news', { cookie: `__Host-${sid}` }],
  ['PUT', '/api/admin/game/active/round-scores/1', { cookie: sid }],
  ['POST', '/game/account/delete', { cookie: sid }],
])('%s %s with %o waits for what is known of its visitor', (method, path, more) => {
  expect(findProviderWait({ ...head, method, path, ...more })).toBe('visitor')
})

test.each([
  ['GET', '/auth/sign-in', {}],
  ['GET', '/auth/session', { cookie: sid }],
  ['GET', '/auth/callback', { cookie: sid }],
  ['POST', '/auth/sign-out', { cookie: 'attempt:a=b' }],
  ['POST', '/game/lineup', { cookie: sid }],
  ['GET', '/game/account/delete', { cookie: sid }],
  ['GET', '/admin', {}],
  ['GET', '/administration', { cookie: sid }],
  ['GET', '/game', { cookie: sid, authorization: 'Bearer a.b.c' }],
  ['POST', '/api/teams/mine', { cookie: sid }],
])('%s %s with %o waits for nobody', (method, path, more) => {
  expect(findProviderWait({ ...head, method, path, ...more })).toBeUndefined()
})

test('every admin path is recognised, in every spelling', () => {
  const paths = [
    '/admin',
    '/admin/',
    '/Admin',
    '/%61dmin',
    '/admin/news.data',
    '/api/admin/news',
    '/x/../admin',
  ]
  expect(paths.filter((path) => !isAdminPath(path))).toEqual([])
  expect(['/', '/api', '/adminx', '/news/admin'].filter(isAdminPath)).toEqual([])
})

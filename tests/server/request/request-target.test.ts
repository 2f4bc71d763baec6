import { describe, expect, test } from 'vitest'
import { checkTarget, targetLimits } from '#app/server/request/request-target.server.ts'

describe('a target that is', () => {
  test.each([
    ['a page', '/game/team?picks=AT'],
    ['the longest path', `/${'a'.repeat(targetLimits.path - 1)}`],
    ['the longest query', `/game?${'a'.repeat(targetLimits.target - 6)}`],
    ['the longest callback from the provider', `/auth/callback?${'a'.repeat(targetLimits.authTarget - 15)}`],
    ['a query with slashes', '/auth/sign-in?redirectTo=//x'],
  ])('%s is accepted', (_, target) => expect(checkTarget(target)).toEqual({ target }))

  test.each([
    ['a path too long', `/${'a'.repeat(targetLimits.path)}`, 'BAD_REQUEST'],
    ['a query too long', `/game?${'a'.repeat(targetLimits.target - 5)}`, 'BAD_REQUEST'],
    ['a callback too long', `/auth/callback?${'a'.repeat(targetLimits.authTarget)}`, 'BAD_REQUEST'],
    ['a path that only looks like the API', '//api/teams', 'NOT_FOUND'],
  ])('%s is rejected', (_, target, errorType) =>
    expect(checkTarget(target)).toMatchObject({ error: { errorType } }),
  )

  test.each([`/a${'/'.repeat(1_000)}x`, '//evil.example', '/\\evil.example', '/game//team?x=1'])(
    '%s belongs to no page: it becomes that of the 404 page',
    (target) => expect(checkTarget(target)).toEqual({ target: '/not-found' }),
  )
})

test.each([
  ['/songs?fbclid=abc', '/songs'],
  ['/news?page=2&utm_source=chat&utm_medium=x', '/news?page=2'],
  ['/join/7-secret?igshid=1&gclid=2&mc_cid=3&MC_EID=4', '/join/7-secret'],
  ['/game/team?picks=SE.NO&fbclid', '/game/team?picks=SE.NO'],
  ['/songs?q=fbclid', '/songs?q=fbclid'],
  ['/songs?q=a&&show=2', '/songs?q=a&&show=2'],
  ['/songs?', '/songs?'],
])('tracking parameters are taken from %s', (target, kept) => {
  expect(checkTarget(target)).toEqual({ target: kept })
})

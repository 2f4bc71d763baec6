import { describe, expect, test } from 'vitest'
import { refuseTarget, targetLimits } from '#app/http/request-target.server.ts'

/** Addresses that are refused before anything looks at them. */
describe('an address that is', () => {
  test.each([
    ['a page', '/game/team?picks=AT'],
    ['the longest path', `/${'a'.repeat(targetLimits.path - 1)}`],
    ['the longest query', `/game?${'a'.repeat(targetLimits.whole - 6)}`],
    ['the longest way back from the provider', `/auth/callback?${'a'.repeat(targetLimits.wholeOfAuth - 15)}`],
    ['a query with slashes', '/auth/sign-in?redirectTo=//x'],
  ])('%s is taken', (_, target) => expect(refuseTarget(target)).toBeUndefined())

  test.each([
    ['a path too long', `/${'a'.repeat(targetLimits.path)}`, 'BAD_REQUEST'],
    ['a query too long', `/game?${'a'.repeat(targetLimits.whole - 5)}`, 'BAD_REQUEST'],
    ['a way back too long', `/auth/callback?${'a'.repeat(targetLimits.wholeOfAuth)}`, 'BAD_REQUEST'],
    ['a path of slashes', `/a${'/'.repeat(1_000)}x`, 'NOT_FOUND'],
    ['another site’s', '//evil.example', 'NOT_FOUND'],
    ['another site’s to a browser', '/\\evil.example', 'NOT_FOUND'],
  ])('%s is refused', (_, target, errorType) => expect(refuseTarget(target)?.errorType).toBe(errorType))
})

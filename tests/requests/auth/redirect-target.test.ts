import { describe, expect, test } from 'vitest'
import { hasAdminRole } from '#app/auth/provider/roles.ts'
import { safeRedirectTarget } from '#app/auth/sign-in/redirect-target.ts'

describe('after sign-in a visitor is redirected to', () => {
  test.each([
    ['/', '/'],
    ['/game', '/game'],
    ['/game/leagues?leagueId=7&invite=a_b-C', '/game/leagues?leagueId=7&invite=a_b-C'],
    ['/game/team?name=L%27amour%20%2F%2F', '/game/team?name=L%27amour%20%2F%2F'],
    ['/game/team?back=https://evil.example', '/game/team?back=https://evil.example'],
    ['/news/3-café', '/news/3-caf%C3%A9'],
    ['/game#top', '/game'],
    ['/authors', '/authors'],
    ['/game/team.data', '/game/team'],
    ['/game/team.data?picks=AT.EE', '/game/team?picks=AT.EE'],
    ['/game/leagues.data?leagueId=7&_routes=routes%2Fgame.leagues', '/game/leagues?leagueId=7'],
    ['/_root.data', '/'],
    ['/news.data.data', '/news'],
    ['/game/my.database', '/game/my.database'],
    [`/game?${'a'.repeat(4090)}`, `/game?${'a'.repeat(4090)}`],
  ])('%.40s', (target, expected) => expect(safeRedirectTarget(target)).toBe(expected))

  test.each([
    'https://evil.example/',
    'HTTPS:evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/game\\..\\..\\evil',
    '/.//evil.example',
    '/game/..//evil.example',
    '/%2e//evil.example',
    '/\t/evil.example',
    '/game\r\nSet-Cookie: sid=x',
    '/game\u0000',
    'javascript:alert(1)',
    'game',
    '',
    ' /game',
    '/auth',
    '/auth/sign-out',
    '/auth/callback?code=x&state=y',
    '/AUTH/sign-out',
    '/%61uth/sign-out',
    '/game/../auth/sign-out',
    '/auth.data',
    `/game?${'a'.repeat(4096)}`,
    `/game?${'ä'.repeat(1000)}`,
    `/x${'.data'.repeat(51_000)}y.data`,
    null,
    undefined,
    ['/game'],
  ])('the start page, not %j', (target) => expect(safeRedirectTarget(target)).toBe('/'))
})

describe('the role admin is found', () => {
  test.each([
    [{ realm_access: { roles: ['admin'] } }, 'realm_access.roles', true],
    [{ resource_access: { douze: { roles: ['admin'] } } }, 'resource_access.douze.roles', true],
    [{ 'https://douze.example/roles': ['admin'] }, 'https://douze.example/roles', true],
    [{ role: ['admin'] }, 'role', true],
    [{ role: 'admin' }, 'role', false],
    [{ role: 'administrator' }, 'role', false],
    [{ roles: { admin: true } }, 'roles', false],
    [{}, 'realm_access.roles', false],
    [undefined, 'realm_access.roles', false],
    [{ realm_access: null }, 'realm_access.roles', false],
    [{}, '__proto__.constructor', false],
  ])('in %j at %s: %s', (claims, path, expected) => expect(hasAdminRole(claims, path)).toBe(expected))
})

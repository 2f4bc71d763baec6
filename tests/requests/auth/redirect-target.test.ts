import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { safeRedirectTarget } from '#app/auth/sign-in/redirect-target.ts'
import { startFakeProvider } from '#tests/support/fake-provider.ts'
import { startServer } from '#tests/support/server.ts'

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

describe('on the started server', () => {
  let provider: Awaited<ReturnType<typeof startFakeProvider>>
  let server: Awaited<ReturnType<typeof startServer>>
  beforeAll(async () => {
    provider = await startFakeProvider()
    server = await startServer({ OIDC_ISSUER: provider.issuer })
  })
  afterAll(async () => {
    await server.stop()
    await provider.stop()
  })

  /** Where the callback of a sign-in with this target redirects to. */
  async function signIn(target: string) {
    const body = new URLSearchParams({ redirectTo: target }).toString()
    const headers = {
      Host: `localhost:${server.port}`,
      Origin: server.origin,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(body.length),
    }
    const begun = await server.ask({ method: 'POST', path: '/auth/sign-in', headers }, body)
    const sent = new URL(String(begun.headers.refresh).replace('0;url=', ''))
    const id_token = await provider.idToken({ nonce: sent.searchParams.get('nonce') })
    provider.tokens = async () => ({ body: { access_token: 'opaque', id_token } })
    const back = new URL(provider.authorize(sent))
    const Cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
    const path = back.pathname + back.search
    const { status, headers: found } = await server.ask({ path, headers: { Host: headers.Host, Cookie } })
    return [status, found.location]
  }

  test('a sign-in returns to the page where it began', async () => {
    expect(await signIn('/game/leagues?leagueId=7')).toEqual([303, '/game/leagues?leagueId=7'])
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/auth/sign-out',
    '/.//evil.example',
  ])('a sign-in for %j ends at the start page', async (target) =>
    expect(await signIn(target)).toEqual([303, '/']),
  )
})

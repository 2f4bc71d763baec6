import { describe, expect, test } from 'vitest'
import { readFlash } from '#app/http/cookies/flash.server.ts'
import {
  invalid,
  orNotFound,
  seeOther,
  seeOtherWithFlash,
  throwIfRateLimited,
  withRetryAfter,
} from '#app/http/responses.server.ts'

function cookieOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

function ask(cookie: string): Request {
  return new Request('http://localhost/', { headers: { Cookie: cookie } })
}

describe('a flash message', () => {
  test('is sent in one small cookie to the next page, which clears it', () => {
    const answer = seeOtherWithFlash('/game', 'team-saved')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('Location')).toBe('/game')
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^flash=[\w-]+; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const { flash: note, headers } = readFlash(ask(cookieOf(answer)))
    expect(note).toEqual({ code: 'team-saved' })
    expect(new Headers(headers).get('Set-Cookie')).toMatch(/^flash=; Max-Age=0/)
  })

  test.each([
    'flash=',
    'flash=e30',
    'flash=%%%',
    `flash=${Buffer.from('{"code":"<b>"}').toString('base64url')}`,
    `flash=${Buffer.from('{"code":"x","params":{"a":1}}').toString('base64url')}`,
  ])('%s is no note, and is cleared', (cookie) => {
    const { flash: note, headers } = readFlash(ask(cookie))
    expect(note).toBeUndefined()
    expect(new Headers(headers).has('Set-Cookie')).toBe(true)
  })

  test('without one nothing is set', () => {
    expect(readFlash(ask('a=b'))).toEqual({ note: undefined, headers: {} })
  })
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'game'])(
  '%s is no place to go',
  (path) => {
    expect(() => seeOther(path)).toThrow('stay on this site')
  },
)

test('a 503 has Retry-After, an invalid form does not', () => {
  const waitOf = ({ init }: ReturnType<typeof invalid>) => new Headers(init?.headers).get('Retry-After')
  expect([waitOf(invalid({}, 503)), waitOf(invalid({}, 422))]).toEqual(['5', null])
  expect(waitOf(withRetryAfter(invalid({}, 503), { retryAfterSeconds: 30 }))).toBe('30')
})

test('a missing value is a 404 with its error type', () => {
  expect(orNotFound(0, 'TEAM_MISSING')).toBe(0)
  expect(() => orNotFound(undefined, 'TEAM_MISSING')).toThrow(
    expect.objectContaining({
      data: { errorType: 'TEAM_MISSING' },
      init: expect.objectContaining({ status: 404 }),
    }),
  )
})

test('a refused form is never no-store, so that Back works', () => {
  expect(invalid({ a: 1 })).toMatchObject({
    data: { a: 1 },
    init: { status: 422, headers: { 'Cache-Control': 'private, no-cache' } },
  })
})

test('an exceeded rate limit ends the request with 429', () => {
  expect(() => throwIfRateLimited({ ok: false, retryAfterSeconds: 7 })).toThrow(
    expect.objectContaining({ init: { status: 429, headers: { 'Retry-After': '7' } } }),
  )
})

import { describe, expect, test, vi } from 'vitest'
import { listAllowedMethods } from '#app/api/allowed-methods.ts'
import { errors } from '#app/game/errors/errors.ts'
import { limitAddress, shedIfFull } from '#app/server/load-shedding/load-shedding.server.ts'
import { checkRequest, type RequestHead } from '#app/server/request/check-request.server.ts'

const home = 'https://douze.example'
const routes = { methodsAt: listAllowedMethods, acceptsForm: (path: string) => path === '/game/team' }

function createHead(overrides: Partial<RequestHead> = {}): RequestHead {
  return {
    method: 'GET',
    target: '/game',
    host: 'douze.example',
    forwardedHost: undefined,
    localPort: 3000,
    isForwarded: false,
    secFetchSite: undefined,
    origin: undefined,
    cookie: undefined,
    authorization: undefined,
    contentLength: undefined,
    contentType: undefined,
    contentEncoding: undefined,
    transferEncoding: undefined,
    address: '198.51.100.7',
    ...overrides,
  }
}

const form = { method: 'POST', contentType: 'application/x-www-form-urlencoded', contentLength: '10' }
const picture = {
  method: 'POST',
  target: '/admin/news/new',
  contentType: 'multipart/form-data; boundary=x',
  contentLength: '5000000',
}
const json = {
  method: 'PUT',
  target: '/api/admin/news/1',
  contentType: 'application/json',
  contentLength: '10',
}

function outcome(overrides: Partial<RequestHead>): string {
  const result = checkRequest(createHead(overrides), home, routes)
  if ('error' in result) return `${errors[result.error.errorType].status} ${result.error.errorType}`
  return 'redirectTo' in result ? `308 ${result.redirectTo}` : `passes as ${result.url.href}`
}

describe('a target', () => {
  test.each([
    ['/game?x=1', `passes as ${home}/game?x=1`],
    ['//evil.example/game', `passes as ${home}//evil.example/game`],
    ['http://evil.example/', '400 BAD_REQUEST'],
    ['@evil.example/', '400 BAD_REQUEST'],
    ['.evil.example/', '400 BAD_REQUEST'],
    ['*', '400 BAD_REQUEST'],
    ['/game?_data=routes%2Fgame', '403 ACCESS_DENIED'],
    ['/game?%5Fdata=', '403 ACCESS_DENIED'],
    ['/api/teams/mine.data', '404 NOT_FOUND'],
    ['/API/players.data', '404 NOT_FOUND'],
    ['/%61pi/teams/mine.data', '404 NOT_FOUND'],
    ['//api/players', '404 NOT_FOUND'],
    ['/api%2Fplayers', '404 NOT_FOUND'],
    ['/api/nothing', '404 NOT_FOUND'],
    ['/API/players/', `passes as ${home}/API/players/`],
    ['/%61pi/teams?limit=1', `passes as ${home}/%61pi/teams?limit=1`],
    ['/game.data', `passes as ${home}/game.data`],
    ['/game?not_data=1', `passes as ${home}/game?not_data=1`],
  ])('%s: %s', (target, expected) => {
    expect(outcome({ target })).toBe(expected)
  })

  test.each(['/%', '/%zz', '/game%'])('%s cannot be decoded', (target) => {
    expect(outcome({ target })).toBe('400 BAD_REQUEST')
  })

  test.each([
    ['with a length', { contentLength: '314572800' }],
    ['in pieces', { transferEncoding: 'chunked' }],
  ])('a GET with a body %s is rejected before any of it is read', (_, body) => {
    expect(outcome(body)).toBe('400 BAD_REQUEST')
    expect(outcome({ contentLength: '0' })).toBe(`passes as ${home}/game`)
  })

  test('a page requested on another host redirects to the public origin with path and query', () => {
    expect(outcome({ host: '127.0.0.1:8080', target: '/game?x=1' })).toBe(`308 ${home}/game?x=1`)
    expect(outcome({ host: undefined })).toBe(`308 ${home}/game`)
    expect(outcome({ host: 'evil.example', method: 'HEAD' })).toBe(`308 ${home}/game`)
    expect(outcome({ host: 'evil.example', forwardedHost: 'evil.example' })).toBe(`308 ${home}/game`)
    expect(outcome({ host: 'www.douze.example:443' })).toBe(`308 ${home}/game`)
  })

  test.each(['Douze.Example', 'douze.example:443', 'DOUZE.EXAMPLE:80'])(
    'the host %s is the public one: compared without case and default port',
    (host) => {
      expect(outcome({ host })).toBe(`passes as ${home}/game`)
    },
  )

  test.each([
    ['127.0.0.1:3000', undefined],
    ['[::1]:3000', undefined],
    ['douze-app:3000', undefined],
    ['douze', undefined],
    ['anything.internal', 'douze.example'],
    ['anything.internal', 'Douze.Example:443, 10.0.0.1'],
  ])(
    'a proxy that sends Host %s (X-Forwarded-Host %s) is no cause of a redirect to itself',
    (host, forwardedHost) => {
      expect(outcome({ host, forwardedHost })).toBe('421 MISDIRECTED_REQUEST')
      expect(outcome({ host, forwardedHost, target: '/healthz' })).toContain('passes')
      expect(outcome({ host, forwardedHost, target: '/api/teams' })).toContain('passes')
      expect(outcome({ host, forwardedHost, ...form })).toContain('passes')
    },
  )

  test('without a proxy a page asked for by another name of this machine redirects', () => {
    const local = (host: string) => checkRequest(createHead({ host }), 'http://localhost:3000', routes)
    expect(local('127.0.0.1:3000')).toEqual({ redirectTo: 'http://localhost:3000/game' })
    expect(local('laptop:3000')).toEqual({ redirectTo: 'http://localhost:3000/game' })
  })

  test('the health page, the API and POST requests are not redirected', () => {
    expect(outcome({ host: '127.0.0.1', target: '/healthz' })).toContain('passes')
    expect(outcome({ host: '127.0.0.1', target: '/api/teams' })).toContain('passes')
    expect(outcome({ host: '127.0.0.1', ...form })).toContain('passes')
    expect(outcome({ host: '127.0.0.1', target: '/apish' })).toContain('308')
  })
})

describe('a method', () => {
  test.each([
    ['OPTIONS', '/game'],
    ['PUT', '/game'],
    ['DELETE', '/game'],
    ['TRACE', '/game'],
    ['OPTIONS', '/api/teams'],
    ['PROPFIND', '/api/teams'],
    ['HEAD', '/game/team.data'],
    ['POST', '/api'],
    ['POST', '/api//'],
    ['POST', '/API/'],
    ['DELETE', '/api/'],
  ])('%s %s is rejected', (method, target) => {
    const result = checkRequest(createHead({ method, target }), home, routes)
    expect(result).toMatchObject({ error: { errorType: 'METHOD_NOT_ALLOWED' } })
    expect(result).toHaveProperty('error.headers.Allow')
  })

  test.each([
    ['OPTIONS', '/api', 'GET, HEAD'],
    ['OPTIONS', '/api/openapi.json', 'GET, HEAD'],
    ['OPTIONS', '/api/teams', 'GET, HEAD'],
    ['PUT', '/API/Teams/Mine/', 'GET, HEAD, POST'],
    ['DELETE', '/api/teams/mine/lineup/round/1', 'GET, HEAD, POST'],
    ['POST', '/api/teams/mine/lineup/round/next', 'GET, HEAD'],
    ['GET', '/api/leagues', 'POST'],
    ['HEAD', '/api/admin/news/7', 'PUT, DELETE'],
    ['PATCH', '/api/admin/game/active/round-scores/1', 'GET, HEAD, PUT'],
    ['PUT', '/game/team', 'GET, HEAD, POST'],
    ['HEAD', '/game/team.data', 'GET, POST'],
    ['PUT', '/songs', 'GET, HEAD'],
    ['HEAD', '/songs.data', 'GET'],
  ])('%s %s gets the allowed methods: %s', (method, target, Allow) => {
    const error = { errorType: 'METHOD_NOT_ALLOWED', headers: { Allow } }
    expect(checkRequest(createHead({ method, target }), home, routes)).toEqual({ error })
  })

  test.each(['OPTIONS', 'PATCH', 'TRACE', 'GET'])('%s of an unknown API path is not found', (method) => {
    expect(outcome({ method, target: '/api/teams/1' })).toBe('404 NOT_FOUND')
  })
})

describe('a body', () => {
  const types: [string, Partial<RequestHead>, string][] = [
    ['a form', form, 'passes'],
    [
      'a form with its charset',
      { ...form, contentType: 'Application/X-WWW-Form-URLencoded;charset=UTF-8' },
      'passes',
    ],
    ['a form in parts', { ...form, contentType: 'multipart/form-data; boundary=x' }, 'passes'],
    ['a form of text', { ...form, contentType: 'text/plain' }, '415'],
    ['a form as JSON', { ...form, contentType: 'application/json' }, '415'],
    ['a form of no type', { ...form, contentType: undefined }, '415'],
    ['no body at all', { method: 'POST' }, 'passes'],
    ['a compressed form', { ...form, contentEncoding: 'gzip' }, '415'],
    ['a form of unknown length', { ...form, contentLength: undefined, transferEncoding: 'chunked' }, '411'],
    ['the largest form', { ...form, contentLength: String(256 * 1024) }, 'passes'],
    ['a larger form', { ...form, contentLength: String(256 * 1024 + 1) }, '413'],
    ['the largest form with a picture', { ...picture, contentLength: String(8 * 1024 * 1024) }, 'passes'],
    ['a larger form with a picture', { ...picture, contentLength: String(8 * 1024 * 1024 + 1) }, '413'],
    ['a picture where none belongs', { ...picture, target: '/game/team' }, '413'],
    ['a large form without parts', { ...picture, contentType: form.contentType }, '413'],
    ['a picture for the API', { ...picture, target: '/api/admin/news/upload/news-image' }, 'passes'],
    ['JSON for the API', json, 'passes'],
    ['a form for the API', { ...json, contentType: form.contentType }, '415'],
    ['the largest JSON', { ...json, contentLength: String(100 * 1024) }, 'passes'],
    ['a larger JSON', { ...json, contentLength: String(100 * 1024 + 1) }, '413'],
  ]
  test.each(types)('%s', (_, overrides, expected) => {
    expect(outcome(overrides)).toContain(expected)
  })

  test('a cross-site request is rejected before its body is checked', () => {
    expect(outcome({ ...form, contentType: 'text/plain', secFetchSite: 'cross-site' })).toBe(
      '403 ACCESS_DENIED',
    )
  })
})

describe('when the server is full', () => {
  const at = (inFlight: number, overrides: Partial<RequestHead>) => {
    const head = createHead(overrides)
    return shedIfFull({ ...head, path: head.target }, { inFlight, now: 0 })?.errorType ?? 'accepted'
  }

  test('reads are rejected first, saves and pages with a form last, the health page never', () => {
    expect(at(199, {})).toBe('accepted')
    expect(at(200, {})).toBe('SERVICE_UNAVAILABLE')
    expect(at(200, { method: 'POST' })).toBe('accepted')
    expect(at(200, { target: '/game/lineup', cookie: 'sid=x' })).toBe('accepted')
    expect(at(799, { target: '/game/lineup', cookie: 'sid=x' })).toBe('accepted')
    expect(at(800, { target: '/game/lineup', cookie: 'sid=x' })).toBe('SERVICE_UNAVAILABLE')
    expect(at(800, { method: 'POST' }), "a stranger's form").toBe('SERVICE_UNAVAILABLE')
    expect(at(999, { method: 'POST', cookie: 'sid=x' })).toBe('accepted')
    expect(at(200, { target: '/game/lineup' })).toBe('SERVICE_UNAVAILABLE')
    expect(at(200, { target: '/game', cookie: 'sid=x' })).toBe('SERVICE_UNAVAILABLE')
    expect(at(200, { target: '/game', cookie: 'sid=x; flash=y' }), 'the GET after a save').toBe('accepted')
    expect(at(999, { target: '/game', cookie: 'sid=x; flash=y' })).toBe('accepted')
    expect(at(200, { target: '/game', cookie: 'flash=y' }), 'signed out').toBe('SERVICE_UNAVAILABLE')
    expect(at(200, { target: '/songs', cookie: 'sid=x; flash=y' })).toBe('SERVICE_UNAVAILABLE')
    expect(at(200, { target: '/api/teams', cookie: 'sid=x; flash=y' })).toBe('SERVICE_UNAVAILABLE')
    expect(at(1000, { method: 'POST', cookie: 'sid=x' })).toBe('SERVICE_UNAVAILABLE')
    expect(at(5000, { target: '/healthz' })).toBe('accepted')
  })

  test('one address reads the API 300 times in 10 s, without affecting another', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const read = (address: string) =>
      limitAddress(createHead({ target: '/api/teams', address }), '/api/teams')
    for (let count = 0; count < 300; count += 1) expect(read('192.0.2.1')).toBeUndefined()
    vi.advanceTimersByTime(3_000)
    expect(read('192.0.2.1')).toMatchObject({
      errorType: 'TOO_MANY_REQUESTS',
      headers: { 'Retry-After': '7' },
    })
    expect(read('192.0.2.2')).toBeUndefined()
    vi.advanceTimersByTime(7_000)
    expect(read('192.0.2.1')).toBeUndefined()
    vi.useRealTimers()
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { OAuth2RequestError, UnexpectedResponseError } from 'remix-auth-oauth2'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { describeError, MAX_UNREAD_BYTES, toLoggedPath } from '#app/server/monitoring/log.server.ts'

/** The lines that the log wrote. */
let lines: Record<string, unknown>[]
beforeEach(() => {
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(JSON.parse(String(line)))
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

/** A process that logs 30,000 lines of 1 kB, reports that on stderr, and logs one more once its output is read. */
const verboseProcess = `
  import { logLine, logBuffered } from '#app/server/monitoring/log.server.ts'
  process.stdout.once('drain', () => logLine('info', 'read'))
  for (let turn = 0; turn < 300; turn += 1) {
    for (let n = 0; n < 100; n += 1) logBuffered('info', 'line', { text: 'x'.repeat(1000) })
    await new Promise((resolve) => setImmediate(resolve))
  }
  process.stderr.write('done')`

test('a stalled log reader loses lines beyond a limit, and gets their number once it reads again', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', verboseProcess])
  await once(child.stderr, 'data')
  const log = await text(child.stdout)
  const entries = log
    .trim()
    .split(/\n+/)
    .map((line) => z.looseObject({ event: z.string() }).parse(JSON.parse(line)))
  const read = entries.filter(({ event }) => event === 'line').length
  expect(log.length).toBeLessThan(MAX_UNREAD_BYTES * 1.1)
  expect(read).toBeGreaterThan(1000)
  expect(entries.slice(-2)).toMatchObject([
    { event: 'log-lines-lost', lines: 30_000 - read },
    { event: 'read' },
  ])
})

test.each([
  ['/game?invite=secret', '/game'],
  ['/game/leagues%3FleagueId=1&invite=secret', '/game/leagues'],
  ['/game/leagues&invite=secret', '/game/leagues'],
  ['/auth/callback;code=secret', '/auth/callback'],
  ['/auth/callback#code=secret', '/auth/callback'],
  ['/auth/callback%23code=secret', '/auth/callback'],
  ['/screen/secret', '/screen/…'],
  ['/Screen/secret.data', '/screen/…'],
  ['/%73creen/secret', '/screen/…'],
  ['/screen%2Fsecret', '/screen/…'],
  ['/screens', '/screens'],
])('the path of %s is logged as %s', (target, path) => {
  expect(toLoggedPath(target)).toBe(path)
})

describe('an error is logged', () => {
  test('without what a parser quotes of tokens', () => {
    const parse = () => JSON.parse('secret=1&refresh_token=2')
    expect(parse).toThrow(SyntaxError)
    expect(parse).toThrow(/secret/)
    const logged = describeError(catching(parse))
    expect(JSON.stringify(logged)).not.toContain('secret')
    expect(logged).toMatchObject({ error: 'SyntaxError', message: 'This text could not be parsed.' })
  })

  test('without queries', () => {
    const logged = describeError(new TypeError('Failed to fetch https://idp.example/token?code=secret now'))
    expect(logged.message).toBe('Failed to fetch https://idp.example/token?… now')
  })

  test('with the reason that a provider or a connection gives, on one line and without what may be a token', () => {
    const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJwbGF5ZXIifQ'
    const refusal = new OAuth2RequestError('invalid_grant', `Token ${token}\nis revoked`, null, null)
    expect(describeError(refusal)).toMatchObject({
      message: 'OAuth request error: invalid_grant',
      description: 'Token … is revoked',
    })
    expect(describeError(new UnexpectedResponseError(403))).toMatchObject({ status: 403 })
    const cause = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
    expect(describeError(new TypeError('fetch failed', { cause }))).toMatchObject({
      message: 'fetch failed',
      cause: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    })
  })
})

function catching(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

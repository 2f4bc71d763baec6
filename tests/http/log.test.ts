import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { describeError, loggedPath, logLine, onBehalf } from '#app/http/log.server.ts'

/** What the log says, and what it must never say. */
let lines: Record<string, unknown>[]
beforeEach(() => {
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(JSON.parse(String(line)))
    return true
  })
})
afterEach(() => vi.restoreAllMocks())

describe('a line', () => {
  test('of a request carries its id, however late in it', async () => {
    const work = async () => {
      logLine('warn', 'first')
      await Promise.resolve()
      logLine('warn', 'second')
    }
    await Promise.all([onBehalf(work, 'one'), onBehalf(work, 'two')])
    expect(lines.map(({ event, id }) => `${id} ${event}`)).toEqual([
      'one first',
      'two first',
      'one second',
      'two second',
    ])
  })

  test('has an id of its own when none is given, and none where nobody asked', () => {
    onBehalf(() => logLine('info', 'asked'))
    onBehalf(() => logLine('info', 'asked'))
    logLine('info', 'by itself')
    const [first, second, last] = lines
    expect(first?.id).toMatch(/^[\da-f-]{36}$/)
    expect(second?.id).not.toBe(first?.id)
    expect(last).not.toHaveProperty('id')
  })
})

test.each([
  ['/game?invite=secret', '/game'],
  ['/game/leagues%3FleagueId=1&invite=secret', '/game/leagues'],
  ['/game/leagues&invite=secret', '/game/leagues'],
  ['/auth/callback;code=secret', '/auth/callback'],
  ['/auth/callback#code=secret', '/auth/callback'],
  ['/auth/callback%23code=secret', '/auth/callback'],
])('the path of %s is logged as %s', (target, path) => {
  expect(loggedPath(target)).toBe(path)
})

describe('an error is told', () => {
  test('without what a parser quotes of tokens', () => {
    const parse = () => JSON.parse('secret=1&refresh_token=2')
    expect(parse).toThrow(SyntaxError)
    expect(parse).toThrow(/secret/)
    const told = describeError(catching(parse))
    expect(JSON.stringify(told)).not.toContain('secret')
    expect(told).toMatchObject({ error: 'SyntaxError', message: 'This text could not be parsed.' })
  })

  test('without queries', () => {
    const told = describeError(new TypeError('Failed to fetch https://idp.example/token?code=secret now'))
    expect(told.message).toBe('Failed to fetch https://idp.example/token?… now')
  })
})

function catching(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

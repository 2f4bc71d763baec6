import { expect, test } from 'vitest'
import { getPriority, toQueueRequest } from '#app/server/load-shedding/priority.server.ts'

const known = { cookie: 'a=b; __Host-sid=anna' }
const asks = (target: string, given: { method?: string; cookie?: string; authorization?: string } = {}) => ({
  method: 'GET',
  cookie: undefined,
  authorization: undefined,
  ...given,
  target,
})
const rank = (target: string, given: Parameters<typeof asks>[1] = {}) =>
  getPriority(asks(target, given), new URL(target, 'http://x').pathname)

test.each([
  ['/healthz', {}, 'health'],
  ['/healthz', { method: 'HEAD' }, 'health'],
  ['/healthz', { method: 'POST' }, 'page'],
  ['/game/lineup?round=2', { method: 'POST', ...known }, 'save'],
  ['/game/team.data', { method: 'POST', ...known }, 'save'],
  ['/api/teams/mine', { method: 'POST', authorization: 'Bearer a.b.c' }, 'save'],
  ['/admin', { method: 'POST', cookie: 'sid=ada' }, 'save'],
  ['/game/lineup?round=2', { cookie: 'sid=anna; flash=saved' }, 'after'],
  ['/game', { cookie: 'sid=anna; flash=saved' }, 'after'],
  ['/game.data', { cookie: 'sid=anna; flash=saved' }, 'after'],
  ['/game/lineup', known, 'page'],
  ['/game/lineup.data?round=2', known, 'page'],
  ['/game/team', known, 'page'],
  ['/auth/sign-in', { method: 'POST' }, 'page'],
  ['/auth/backchannel-logout', { method: 'POST' }, 'page'],
  ['/auth/callback?code=x&state=y', {}, 'page'],
  ['/auth/callback?code=x&state=y', known, 'page'],
  ['/', {}, 'shared'],
  ['/news', { cookie: 'consent=all' }, 'shared'],
  ['/', known, 'read'],
  ['/', { cookie: 'flash=saved' }, 'read'],
  ['/news?page=2', {}, 'read'],
  ['/news/1-a', {}, 'read'],
  ['/songs', { ...known, cookie: 'sid=anna; flash=saved' }, 'read'],
  ['/game', known, 'read'],
  ['/game/lineup', {}, 'read'],
  ['/game', { cookie: 'flash=saved' }, 'read'],
  ['/game/teams', known, 'read'],
  ['/game/lineup/more', known, 'read'],
  ['/gamelan', { cookie: 'sid=anna; flash=saved' }, 'read'],
  ['/api/teams', { authorization: 'Bearer a.b.c' }, 'read'],
  ['/api/teams/mine', { cookie: 'sid=anna; flash=saved' }, 'read'],
])('%s %j: %s', (target, given, expected) => {
  expect(rank(target, given)).toBe(expected)
})

test('who has hung up gets no page, but what they sent is stored, in the order of each session or token', () => {
  const { signal } = new AbortController()
  const wish = (given: Parameters<typeof asks>[1]) =>
    toQueueRequest(asks('/game/lineup', given), '/game/lineup', signal)
  expect(wish(known)).toEqual({ priority: 'page', abortSignal: signal })
  expect(wish({ method: 'HEAD', ...known })).toEqual({ priority: 'page', abortSignal: signal })
  expect(wish({ method: 'POST', ...known })).toEqual({ priority: 'save', writer: 'anna' })
  expect(wish({ method: 'POST', authorization: 'Bearer a' })).toEqual({
    priority: 'save',
    writer: 'Bearer a',
  })
  expect(wish({ method: 'POST' })).toEqual({ priority: 'page', writer: undefined })
})

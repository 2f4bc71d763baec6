import { expect, test } from 'vitest'
import { getPriority, toQueueRequest } from '#app/server/load-shedding/priority.server.ts'

const session = { cookie: 'a=b; __Host-sid=anna' }
const createHead = (
  target: string,
  headers: { method?: string; cookie?: string; authorization?: string } = {},
) => ({
  method: 'GET',
  cookie: undefined,
  authorization: undefined,
  ...headers,
  target,
})
const prioritize = (target: string, headers: Parameters<typeof createHead>[1] = {}) =>
  getPriority(createHead(target, headers), new URL(target, 'http://x').pathname)

test.each([
  ['/healthz', {}, 'health'],
  ['/healthz', { method: 'HEAD' }, 'health'],
  ['/healthz', { method: 'POST' }, 'page'],
  ['/game/lineup?round=2', { method: 'POST', ...session }, 'save'],
  ['/game/team.data', { method: 'POST', ...session }, 'save'],
  ['/api/teams/mine', { method: 'POST', authorization: 'Bearer a.b.c' }, 'save'],
  ['/admin', { method: 'POST', cookie: 'sid=ada' }, 'save'],
  ['/game/lineup?round=2', { cookie: 'sid=anna; flash=saved' }, 'save-result'],
  ['/game', { cookie: 'sid=anna; flash=saved' }, 'save-result'],
  ['/game.data', { cookie: 'sid=anna; flash=saved' }, 'save-result'],
  ['/game/lineup', session, 'page'],
  ['/game/lineup.data?round=2', session, 'page'],
  ['/game/team', session, 'page'],
  ['/auth/sign-in', { method: 'POST' }, 'page'],
  ['/auth/backchannel-logout', { method: 'POST' }, 'page'],
  ['/auth/callback?code=x&state=y', {}, 'page'],
  ['/auth/callback?code=x&state=y', session, 'page'],
  ['/', {}, 'shared'],
  ['/news', { cookie: 'consent=all' }, 'shared'],
  ['/', session, 'read'],
  ['/', { cookie: 'flash=saved' }, 'read'],
  ['/news?page=2', {}, 'read'],
  ['/news/1-a', {}, 'read'],
  ['/songs', { ...session, cookie: 'sid=anna; flash=saved' }, 'read'],
  ['/game', session, 'read'],
  ['/game/what-if?country=SE&points=300', session, 'extra'],
  ['/game/what-if.data', session, 'extra'],
  ['/game/what-if', {}, 'read'],
  ['/game/what-ifs', session, 'read'],
  ['/game/lineup', {}, 'read'],
  ['/game', { cookie: 'flash=saved' }, 'read'],
  ['/game/teams', session, 'read'],
  ['/game/lineup/more', session, 'read'],
  ['/gamelan', { cookie: 'sid=anna; flash=saved' }, 'read'],
  ['/api/teams', { authorization: 'Bearer a.b.c' }, 'read'],
  ['/api/teams/mine', { cookie: 'sid=anna; flash=saved' }, 'read'],
])('%s %j: %s', (target, headers, expected) => {
  expect(prioritize(target, headers)).toBe(expected)
})

test('a closed connection aborts reads but not writes', () => {
  const { signal } = new AbortController()
  const queueRequest = (headers: Parameters<typeof createHead>[1]) =>
    toQueueRequest(createHead('/game/lineup', headers), '/game/lineup', signal)
  expect(queueRequest(session)).toEqual({ priority: 'page', abortSignal: signal })
  expect(queueRequest({ method: 'HEAD', ...session })).toEqual({ priority: 'page', abortSignal: signal })
  expect(queueRequest({ method: 'POST', ...session })).toEqual({ priority: 'save' })
  expect(queueRequest({ method: 'POST', authorization: 'Bearer a' })).toEqual({ priority: 'save' })
  expect(queueRequest({ method: 'POST' })).toEqual({ priority: 'page' })
})

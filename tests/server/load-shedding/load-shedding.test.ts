import { expect, test } from 'vitest'
import { renderErrorResponse } from '#app/http/errors/error-response.server.ts'
import { capacity, shed, shedIfFull } from '#app/server/load-shedding/load-shedding.server.ts'

const respond = (...params: Parameters<typeof shed>) => renderErrorResponse('/game/lineup', shed(...params))

test('a page with a form whose wait timed out reloads by itself, without script', () => {
  const { status, headers, body } = respond('page', 0, 'late')
  expect([status, headers['Retry-After'], headers.Refresh]).toEqual([503, '5', '5'])
  expect(body).toContain('tries again by itself')
  expect(body).not.toContain('<script')
})

test('a request beyond the capacity gets Retry-After, and its page does not reload by itself', () => {
  for (const priority of ['save', 'save-result', 'shared', 'page', 'read', 'extra'] as const) {
    const { status, headers } = respond(priority, 0, 'full')
    expect([priority, status, headers['Retry-After'], headers.Refresh]).toEqual([
      priority,
      503,
      '2',
      undefined,
    ])
  }
})

test('a what-if is refused before any other request is', () => {
  const head = { method: 'GET', cookie: 'sid=anna', authorization: undefined }
  const refused = (path: string, inFlight: number) =>
    shedIfFull({ ...head, target: `${path}?country=SE&points=5`, path }, { inFlight, now: 0 }) !== undefined
  expect(refused('/game/what-if', capacity.extras - 1)).toBe(false)
  expect(refused('/game/what-if', capacity.extras)).toBe(true)
  expect(refused('/game/live', capacity.extras)).toBe(false)
  expect(refused('/game/live', capacity.reads)).toBe(true)
  expect(refused('/game/lineup', capacity.reads)).toBe(false)
})

test('a page that asks again by itself goes on asking after it was refused, until it is stopped', () => {
  const refreshAt = (target: string) => shed('read', 0, 'full', target).headers?.Refresh
  expect(refreshAt('/screen/secret?every=30')).toBe('30')
  expect(refreshAt('/game/live?every=30&dialog=cookies')).toBe('30')
  for (const target of ['/screen/secret', '/game/live?every=300', '/game/live?never=30', '/'])
    expect(refreshAt(target), target).toBeUndefined()
})

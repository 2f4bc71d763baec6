import { expect, test } from 'vitest'
import { renderErrorResponse } from '#app/http/errors/error-response.server.ts'
import { shed } from '#app/server/load-shedding/load-shedding.server.ts'

const respond = (...params: Parameters<typeof shed>) => renderErrorResponse('/game/lineup', shed(...params))

test('a page with a form whose wait timed out reloads by itself, without script', () => {
  const { status, headers, body } = respond('page', 0, 'late')
  expect([status, headers['Retry-After'], headers.Refresh]).toEqual([503, '5', '5'])
  expect(body).toContain('asks again by itself')
  expect(body).not.toContain('<script')
})

test('a request beyond the capacity gets Retry-After, and its page does not reload by itself', () => {
  for (const priority of ['save', 'save-result', 'shared', 'page', 'read'] as const) {
    const { status, headers } = respond(priority, 0, 'full')
    expect([priority, status, headers['Retry-After'], headers.Refresh]).toEqual([
      priority,
      503,
      '2',
      undefined,
    ])
  }
})

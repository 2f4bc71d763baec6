import { expect, test } from 'vitest'
import { renderErrorResponse } from '#app/http/errors/error-response.server.ts'
import { shed } from '#app/server/load-shedding/load-shedding.server.ts'

const answer = (...asked: Parameters<typeof shed>) => renderErrorResponse('/game/lineup', shed(...asked))

test('a page to save on that was waited for in vain asks again by itself, without script', () => {
  const { status, headers, body } = answer('page', 0, 'late')
  expect([status, headers['Retry-After'], headers.Refresh]).toEqual([503, '5', '5'])
  expect(body).toContain('asks again by itself')
  expect(body).not.toContain('<script')
})

test('who finds no room is told when to come back, and nothing is sent twice by itself', () => {
  for (const rank of ['save', 'after', 'shared', 'page', 'read'] as const) {
    const { status, headers } = answer(rank, 0, 'full')
    expect([rank, status, headers['Retry-After'], headers.Refresh]).toEqual([rank, 503, '2', undefined])
  }
})

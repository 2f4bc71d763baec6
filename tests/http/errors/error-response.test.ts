import { describe, expect, test } from 'vitest'
import { errors } from '#app/game/errors/errors.ts'
import { renderErrorResponse } from '#app/http/errors/error-response.server.ts'

describe('an error is JSON for every URL below /api', () => {
  test.each([
    '/api/teams',
    '/API/teams',
    '/%61pi/teams',
    '//api/teams',
    '/api%2Fteams',
    '/game/../api/teams',
    '/api\\teams',
    'http://elsewhere.example/api/teams',
  ])('%s', (path) => {
    const { status, headers, body } = renderErrorResponse(path, { errorType: 'LENGTH_REQUIRED' })
    expect(headers['Content-Type']).toBe('application/json; charset=utf-8')
    const { message } = errors.LENGTH_REQUIRED
    expect(JSON.parse(body)).toEqual({ errorType: 'LENGTH_REQUIRED', message, status })
  })

  test.each(['/game', '/apish', '/game?/api/', '/api/../game', '*'])('and a page elsewhere: %s', (path) => {
    const { headers, body } = renderErrorResponse(path, { errorType: 'LENGTH_REQUIRED' })
    expect(headers['Content-Type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<h1>411</h1>')
  })
})

test('an error may have its own message', () => {
  const late = { errorType: 'BAD_REQUEST', message: 'It took too long.' } as const
  expect(JSON.parse(renderErrorResponse('/api/leagues', late).body)).toEqual({ ...late, status: 400 })
  expect(renderErrorResponse('/game/team', late).body).toContain('It took too long.')
})

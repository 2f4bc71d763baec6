import { expect, test } from 'vitest'
import { handleApiRequest, throwApiError } from '#app/http/json.server.ts'

test('every 503 says when to ask again, also one of a call of its own', async () => {
  const request = new Request('http://localhost:3000/api/players')
  const args = { request, params: {}, context: { requestId: 'x', readsBytes: true as const } }
  const answer = await handleApiRequest(args, async () => throwApiError('SERVICE_UNAVAILABLE', 'Too many.'))
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  const other = await handleApiRequest(args, async () => throwApiError('PAYLOAD_TOO_LARGE'))
  expect([other.status, other.headers.get('Retry-After')]).toEqual([413, null])
})

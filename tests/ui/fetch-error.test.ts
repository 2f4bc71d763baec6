import { expect, test } from 'vitest'
import { callServer, getFetchErrorText } from '#app/ui/feedback/fetch-error.ts'

test.each([null, undefined])('an empty response (%s) is an error', async (empty) => {
  expect(await callServer(async () => empty)).toEqual({ fetchError: 'SERVER_ERROR' })
})

test('data is returned, and a redirect is thrown on', async () => {
  expect(await callServer(async () => ({ kind: 'page' }))).toEqual({ kind: 'page' })
  const response = new Response(null, { status: 204 })
  await expect(callServer(() => Promise.reject(response))).rejects.toBe(response)
})

test('each error has the exact text of the spec', () => {
  expect((['SERVER_ERROR', 'NO_RESPONSE', 'REQUEST_ERROR'] as const).map(getFetchErrorText)).toEqual([
    'Server responded with an error',
    'No response received from the server',
    'Error in setting up the request',
  ])
})

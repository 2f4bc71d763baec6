import { expect, test } from 'vitest'
import { callServer, getFetchErrorText } from '#app/ui/feedback/fetch-error.ts'

test.each([null, undefined])('an answer without anything in it (%s) is lost, not drawn', async (nothing) => {
  expect(await callServer(async () => nothing)).toEqual({ fetchError: 'SERVER_ERROR' })
})

test('an answer that came is handed on, and a redirect goes its way', async () => {
  expect(await callServer(async () => ({ kind: 'page' }))).toEqual({ kind: 'page' })
  const away = new Response(null, { status: 204 })
  await expect(callServer(() => Promise.reject(away))).rejects.toBe(away)
})

test('a lost answer is told in the words of the spec, to the letter', () => {
  expect((['SERVER_ERROR', 'NO_RESPONSE', 'REQUEST_ERROR'] as const).map(getFetchErrorText)).toEqual([
    'Server responded with an error',
    'No response received from the server',
    'Error in setting up the request',
  ])
})

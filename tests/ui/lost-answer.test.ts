import { expect, test } from 'vitest'
import { askServer } from '#app/ui/lost-answer.ts'

test.each([null, undefined])('an answer without anything in it (%s) is lost, not drawn', async (nothing) => {
  expect(await askServer(async () => nothing)).toEqual({ lost: 'SERVER_ERROR' })
})

test('an answer that came is handed on, and a redirect goes its way', async () => {
  expect(await askServer(async () => ({ kind: 'page' }))).toEqual({ kind: 'page' })
  const away = new Response(null, { status: 204 })
  await expect(askServer(() => Promise.reject(away))).rejects.toBe(away)
})

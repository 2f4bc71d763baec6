import { expect, test } from 'vitest'
import {
  noteForwardedByStranger,
  noteNotWritten,
  noteProvider,
  noteTurnedAway,
  warnings,
} from '#app/http/health.server.ts'

test('what goes amiss is told while it lasts, each in words of its own', () => {
  const now = 1_000_000_000
  expect(warnings(now)).toEqual([])
  noteNotWritten(now)
  expect(warnings(now)).toEqual([expect.stringContaining('could not be saved')])
  expect(warnings(now + 5 * 60_000 - 1)).toHaveLength(1)
  expect(warnings(now + 5 * 60_000)).toEqual([])
  noteTurnedAway('read', now)
  expect(warnings(now + 60_000 - 1)).toContainEqual(expect.stringContaining('readers were turned away'))
  noteTurnedAway('save', now)
  expect(warnings(now + 60_000 - 1)).toContainEqual(expect.stringContaining('saves, or pages to save on'))
  expect(warnings(now + 60_000)).toEqual([expect.stringContaining('could not be saved')])
  noteProvider(true)
  expect(warnings(now + 5 * 60_000)).toEqual([expect.stringContaining('identity provider')])
  noteProvider(false)
  expect(warnings(now + 5 * 60_000)).toEqual([])
  noteForwardedByStranger()
  expect(warnings(now + 5 * 60_000)).toEqual([expect.stringContaining('TRUSTED_PROXIES')])
})

import { expect, test } from 'vitest'
import {
  listHealthWarnings,
  recordProviderStatus,
  recordShed,
  recordUntrustedForwardedHeader,
  recordWriteFailure,
} from '#app/server/monitoring/health.server.ts'

test('each problem has its own warning for as long as it lasts', () => {
  const now = 1_000_000_000
  expect(listHealthWarnings(now)).toEqual([])
  recordWriteFailure(now)
  expect(listHealthWarnings(now)).toEqual([expect.stringContaining('could not be saved')])
  expect(listHealthWarnings(now + 5 * 60_000 - 1)).toHaveLength(1)
  expect(listHealthWarnings(now + 5 * 60_000)).toEqual([])
  recordShed('read', now)
  expect(listHealthWarnings(now + 60_000 - 1)).toContainEqual(
    expect.stringContaining('readers were turned away'),
  )
  recordShed('save', now)
  expect(listHealthWarnings(now + 60_000 - 1)).toContainEqual(
    expect.stringContaining('saves, or pages to save on'),
  )
  expect(listHealthWarnings(now + 60_000)).toEqual([expect.stringContaining('could not be saved')])
  recordProviderStatus(true)
  expect(listHealthWarnings(now + 5 * 60_000)).toEqual([expect.stringContaining('identity provider')])
  recordProviderStatus(false)
  expect(listHealthWarnings(now + 5 * 60_000)).toEqual([])
  recordUntrustedForwardedHeader()
  expect(listHealthWarnings(now + 5 * 60_000)).toEqual([expect.stringContaining('TRUSTED_PROXIES')])
})

import { expect, test } from 'vitest'
import { healthState, listHealthWarnings } from '#app/server/monitoring/health.server.ts'

test('each problem has its own warning for as long as it lasts', () => {
  const now = 1_000_000_000
  expect(listHealthWarnings(now)).toEqual([])
  healthState.writeFailedAt = now
  expect(listHealthWarnings(now)).toEqual([expect.stringContaining('could not be saved')])
  expect(listHealthWarnings(now + 5 * 60_000 - 1)).toHaveLength(1)
  expect(listHealthWarnings(now + 5 * 60_000)).toEqual([])
  healthState.readShedAt = now
  expect(listHealthWarnings(now + 60_000 - 1)).toContainEqual(
    expect.stringContaining('readers were turned away'),
  )
  healthState.saveShedAt = now
  expect(listHealthWarnings(now + 60_000 - 1)).toContainEqual(
    expect.stringContaining('saves, or pages to save on'),
  )
  expect(listHealthWarnings(now + 60_000)).toEqual([expect.stringContaining('could not be saved')])
  healthState.isProviderDown = true
  expect(listHealthWarnings(now + 5 * 60_000)).toEqual([expect.stringContaining('identity provider')])
  healthState.isProviderDown = false
  expect(listHealthWarnings(now + 5 * 60_000)).toEqual([])
  healthState.hasUntrustedForwarding = true
  expect(listHealthWarnings(now + 5 * 60_000)).toEqual([expect.stringContaining('TRUSTED_PROXIES')])
})

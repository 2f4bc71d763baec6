import { chmodSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { vi } from 'vitest'
import { followClockFile } from './databases.ts'

/**
 * Stops the wall clocks of this test, of a server that is started with `env`, and of its database on PostgreSQL. The server's
 * monotonic clock advances with them; it keeps running unless `isStopped`, because waiting for locks depends on it.
 */
export function startClock({ isStopped = false, startsAt = Date.now() } = {}) {
  vi.useFakeTimers({ toFake: ['Date'], now: startsAt })
  const folder = mkdtempSync(join(tmpdir(), 'douze-clock-'))
  // PostgreSQL may run as another user.
  chmodSync(folder, 0o755)
  const file = join(folder, 'clock.json')
  let passed = 0
  const write = () => {
    // The server may read at any time, so the file is always whole.
    writeFileSync(`${file}.new`, JSON.stringify({ wall: Date.now(), passed, isStopped }))
    renameSync(`${file}.new`, file)
  }
  write()
  return {
    env: {
      SERVER_CLOCK: file,
      NODE_OPTIONS: `--import ${pathToFileURL(resolve('tests/support/set-clock.mjs')).href}`,
    },
    /** Advances all clocks. */
    async pass(ms: number, location: string): Promise<void> {
      await followClockFile(location, file)
      passed += ms
      vi.setSystemTime(Date.now() + ms)
      write()
    },
  }
}

export type ServerClock = ReturnType<typeof startClock>

import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'

/**
 * The versions below which something that Douze relies on was broken or open to attack. The lock file is what
 * `npm ci` installs: every copy in it counts, also one that lies beneath another package.
 */
const lock = z
  .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))

/** The version of every copy of a package. */
function versionsOf(name: string): string[] {
  return Object.entries(lock.packages)
    .filter(([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`))
    .flatMap(([, { version }]) => (version === undefined ? [] : [version]))
}

/** '3.51.3' → [3, 51, 3]; what stands behind a '-' is a version before its time. */
function parts(version: string): number[] {
  const [plain = '', early] = version.split('-')
  return [...plain.split('.').map(Number), early === undefined ? 0 : -1]
}

function isAtLeast(version: string, floor: string): boolean {
  const [own, least] = [parts(version), parts(floor)]
  const at = least.findIndex((part, index) => (own[index] ?? 0) !== part)
  return at === -1 || (own[at] ?? 0) > (least[at] ?? 0)
}

test.each([
  ['sharp', '0.35.3'],
  ['dompurify', '3.4.11'],
  ['express', '4.22.0'],
  ['better-sqlite3', '12.11.1'],
])('every copy of %s is at least %s', (name, floor) => {
  const versions = versionsOf(name)
  expect(versions.length).toBeGreaterThan(0)
  expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([])
})

test.each([
  ['@remix-run/router', '1.23.4'],
  ['react-router', '6.30.6'],
  ['react-router-dom', '6.30.6'],
])('every copy of %s is %s: Remix itself asks for an older one', (name, version) => {
  expect([...new Set(versionsOf(name))]).toEqual([version])
})

test('versions are compared by number, and one before its time is below it', () => {
  expect(isAtLeast('3.51.3', '3.51.3')).toBe(true)
  expect(isAtLeast('3.51.10', '3.51.3')).toBe(true)
  expect(isAtLeast('3.9.9', '3.51.3')).toBe(false)
  expect(isAtLeast('4.0.0', '3.51.3')).toBe(true)
  expect(isAtLeast('3.51.3-rc.1', '3.51.3')).toBe(false)
})

test('the SQLite that runs is at least 3.51.3, and the sharp that runs is the locked one', () => {
  const store = new Database(':memory:')
  const running = String(store.prepare('select sqlite_version()').pluck().get())
  store.close()
  expect(isAtLeast(running, '3.51.3'), running).toBe(true)
  expect(versionsOf('sharp')).toContain(sharp.versions.sharp)
})

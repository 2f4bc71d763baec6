import { readFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'

/**
 * The lowest versions without bugs and vulnerabilities that affect Douze. The lock file is what `npm ci` installs: every
 * copy in it counts, also one nested in another package.
 */
const lock = z
  .object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))

/** The version of every copy of a package. */
function listVersions(name: string): string[] {
  return Object.entries(lock.packages)
    .filter(([path]) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`))
    .flatMap(([, { version }]) => (version === undefined ? [] : [version]))
}

/** '3.51.3' → [3, 51, 3, 0]; a suffix after '-' means a prerelease, which ends in -1. */
function parseVersion(version: string): number[] {
  const [release = '', prerelease] = version.split('-')
  return [...release.split('.').map(Number), prerelease === undefined ? 0 : -1]
}

function isAtLeast(version: string, floor: string): boolean {
  const [actual, lowest] = [parseVersion(version), parseVersion(floor)]
  const at = lowest.findIndex((part, index) => (actual[index] ?? 0) !== part)
  return at === -1 || (actual[at] ?? 0) > (lowest[at] ?? 0)
}

test.each([
  ['sharp', '0.35.3'],
  ['dompurify', '3.4.11'],
  ['express', '4.22.0'],
  ['better-sqlite3', '12.11.1'],
  // Tools of the build and of development.
  ['tar', '7.5.23'],
  ['esbuild', '0.25.0'],
  ['vite', '6.4.6'],
])('every copy of %s is at least %s', (name, floor) => {
  const versions = listVersions(name)
  expect(versions.length).toBeGreaterThan(0)
  expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([])
})

test.each([
  ['@remix-run/router', '1.23.4'],
  ['react-router', '6.30.6'],
  ['react-router-dom', '6.30.6'],
])('every copy of %s is %s, although Remix itself requires an older one', (name, version) => {
  expect([...new Set(listVersions(name))]).toEqual([version])
})

test('versions are compared as numbers, and a prerelease is below its release', () => {
  expect(isAtLeast('3.51.3', '3.51.3')).toBe(true)
  expect(isAtLeast('3.51.10', '3.51.3')).toBe(true)
  expect(isAtLeast('3.9.9', '3.51.3')).toBe(false)
  expect(isAtLeast('4.0.0', '3.51.3')).toBe(true)
  expect(isAtLeast('3.51.3-rc.1', '3.51.3')).toBe(false)
})

test('the loaded SQLite is at least 3.51.3, and the loaded sharp is the locked one', () => {
  const database = new Database(':memory:')
  const running = String(database.prepare('select sqlite_version()').pluck().get())
  database.close()
  expect(isAtLeast(running, '3.51.3'), running).toBe(true)
  expect(listVersions('sharp')).toContain(sharp.versions.sharp)
})

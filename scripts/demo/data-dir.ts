import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** All files of the demo and its provider. A fresh start removes these and nothing else, whatever DATA_DIR is. */
const demoFiles = [
  'douze.db',
  'douze.db-wal',
  'douze.db-shm',
  'douze.db-lock',
  'provider.sqlite',
  'provider.sqlite-wal',
  'provider.sqlite-shm',
  'provider-keys.json',
  'session-secret',
  'app.log',
  'provider.log',
]

/** Creates the demo's directory; a fresh start removes an earlier demo's files. */
export function prepareDirectory(directory: string, isFresh: boolean): void {
  mkdirSync(directory, { recursive: true })
  if (!isFresh) return
  for (const name of demoFiles) rmSync(join(directory, name), { force: true })
}

/** The session secret, generated once: a restart signs nobody out. */
export function ensureSessionSecret(directory: string): string {
  const file = join(directory, 'session-secret')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

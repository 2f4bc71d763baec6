import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything the demo and its provider keep. Starting over removes these and nothing else, whatever DATA_DIR is. */
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

/** Makes the demo's directory, emptied of what an earlier demo kept there when asked to start over. */
export function prepareDirectory(directory: string, isFresh: boolean): void {
  mkdirSync(directory, { recursive: true })
  if (!isFresh) return
  for (const name of demoFiles) rmSync(join(directory, name), { force: true })
}

/** The secret that seals sessions, made once: nobody is signed out by a restart. */
export function ensureSessionSecret(directory: string): string {
  const file = join(directory, 'session-secret')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}

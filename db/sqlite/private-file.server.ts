import { closeSync, openSync } from 'node:fs'

/**
 * Makes an empty file that only its owner may read, unless one is there. SQLite gives what it lays beside a database the
 * same rights, whatever the umask. Where no file can be made, SQLite says why when it opens it.
 */
export function ensurePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // It is there, or cannot be made: the next open tells.
  }
}

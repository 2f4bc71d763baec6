import { closeSync, openSync } from 'node:fs'

/**
 * Creates an empty file that only its owner can read, unless it exists. SQLite gives the files it creates beside a
 * database the same permissions, whatever the umask. Errors are ignored: SQLite reports them when it opens the file.
 */
export function ensurePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch {
    // It exists, or cannot be created: the next open reports it.
  }
}

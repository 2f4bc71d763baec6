import { chmodSync, chownSync, closeSync, copyFileSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Atomic file writes: written under a temporary name, synced to disk, then renamed. */

/** Creates an empty file that only its owner can read, replacing one left by an earlier attempt. */
export function createPrivateFile(path: string): void {
  rmSync(path, { force: true })
  closeSync(openSync(path, 'wx', 0o600))
  chmodSync(path, 0o600)
}

/** Copies a file so that only its owner can read the copy: a plain copy would inherit the source's permissions. */
export function copyPrivateFile(from: string, to: string): void {
  createPrivateFile(to)
  copyFileSync(from, to)
  chmodSync(to, 0o600)
}

/** Syncs a file's bytes, or a folder's names, to disk. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Files that root creates in another user's folder are given to that user: the server could not use them otherwise. */
export function chownLikeFolder(path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  chownSync(path, uid, gid)
}

/** An instant (epoch ms) for a file name: sorting by name sorts by time. */
export function toFileTimestamp(at: number): string {
  return new Date(at).toISOString().replaceAll(':', '-')
}

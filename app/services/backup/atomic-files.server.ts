import { chmodSync, chownSync, closeSync, copyFileSync, fsyncSync, openSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Files that are there whole or not at all: written beside, told to the disk, then renamed. */

/** Makes an empty file that only its owner may read, in place of one that an earlier attempt left. */
export function createPrivateFile(path: string): void {
  rmSync(path, { force: true })
  closeSync(openSync(path, 'wx', 0o600))
  chmodSync(path, 0o600)
}

/** Copies a file into one that only its owner may read: a plain copy takes over the rights of what it copies. */
export function copyPrivateFile(from: string, to: string): void {
  createPrivateFile(to)
  copyFileSync(from, to)
  chmodSync(to, 0o600)
}

/** Waits until a file's bytes, or a folder's names, are on the disk. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** What root makes in the folder of another user becomes that user's: the server could not use it otherwise. */
export function chownLikeFolder(path: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(path))
  chownSync(path, uid, gid)
}

/** An instant (epoch ms) as a part of a file's name: sorted by name is sorted by time. */
export function toFileTimestamp(at: number): string {
  return new Date(at).toISOString().replaceAll(':', '-')
}

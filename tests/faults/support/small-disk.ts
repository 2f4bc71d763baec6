import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A mounted disk that is small enough to fill. */
export interface SmallDisk {
  folder: string
  /** Fills the free space. */
  fill: () => void
  /** Frees it again. */
  clear: () => void
  remove: () => void
}

/**
 * Mounts a file system of so many bytes in memory. Returns a message where that is not allowed: then tests of full disks
 * must be skipped visibly.
 */
export function mountSmallDisk(bytes: number): SmallDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'douze-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'douze', folder], {
    encoding: 'utf8',
  })
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true })
    return `no small disk can be mounted here: ${mounted.stderr?.trim() || mounted.error?.message}`
  }
  const filler = join(folder, 'filler')
  mkdirSync(filler)
  return {
    folder,
    fill() {
      for (let n = 0; free(folder) > 0; n += 1) writeUpTo(join(filler, `${n}`), free(folder))
    },
    clear() {
      rmSync(filler, { recursive: true })
      mkdirSync(filler)
    },
    remove() {
      spawnSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function free(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Writes as many of these bytes as there is space for: others write meanwhile. */
function writeUpTo(file: string, bytes: number): void {
  try {
    writeFileSync(file, Buffer.alloc(bytes))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

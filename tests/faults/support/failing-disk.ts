import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** A mounted disk that can find an error in itself. */
export interface FailingDisk {
  folder: string
  /** It finds an error: Linux lets nobody write from then on, whatever is open. */
  fail: () => void
  /** What an operator does once nobody has it open: checks it and mounts it again. */
  repair: () => void
  remove: () => void
}

/** Mounts a file as an ext4 disk. Returns a message where that is not possible: then its tests are skipped visibly. */
export function mountFailingDisk(): FailingDisk | string {
  const home = mkdtempSync(join(tmpdir(), 'douze-disk-'))
  const [image, folder] = [join(home, 'image'), join(home, 'disk')]
  mkdirSync(folder)
  writeFileSync(image, '')
  truncateSync(image, 64 * 1024 * 1024)
  const mount = () => run('mount', '-o', 'loop,errors=remount-ro', image, folder)
  try {
    run('mkfs.ext4', '-q', image)
    mount()
  } catch (error) {
    rmSync(home, { recursive: true, force: true })
    return `no disk can be mounted here: ${error}`
  }
  return {
    folder,
    fail() {
      const device = basename(run('findmnt', '-no', 'SOURCE', folder).trim())
      writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, 'test')
    },
    repair() {
      run('umount', folder)
      // 1: errors were corrected.
      const { status } = spawnSync('e2fsck', ['-p', image])
      if (status !== 0 && status !== 1) throw new Error(`e2fsck ended with ${status}`)
      mount()
    },
    remove() {
      spawnSync('umount', ['-l', folder])
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw error ?? new Error(stderr.trim())
  return stdout
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Child } from '../demo/child-process.ts'

/** The directory and the processes of one benchmark. */
export interface Workspace {
  folder: string
  /** Registers a process to stop when the benchmark ends. */
  own: (child: Child) => Child
  /** Stops the processes and removes the directory. */
  close: () => Promise<void>
}

/** Creates a temporary directory. */
export function openWorkspace(): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'douze-bench-'))
  const children: Child[] = []
  return {
    folder,
    own(child) {
      children.push(child)
      return child
    },
    async close() {
      await Promise.all(children.map((child) => child.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { readdirSync } from 'node:fs'

/** Knows the files of a folder as they are at the start, so that the disk is asked for those only. */
export function createStaticFileLookup(folder: string): (target: string | undefined) => boolean {
  const names = new Set(readdirSync(folder, { recursive: true }).map((name) => `/${name}`))
  return (target = '') => names.has(target.split('?')[0] ?? '')
}

import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from '../npm.mjs'

/** The folders with the build's sources. */
const sourceFolders = ['app', 'db', 'migrations', 'public', 'scripts/backup', 'scripts/season']
const sourceFiles = [
  'package-lock.json',
  'package.json',
  'remix.config.js',
  'server.ts',
  'vite.config.ts',
  'vite.server.config.ts',
  'tsconfig.json',
  'remix-serve.ts',
  'scripts/backup.ts',
  'scripts/build-flags.ts',
  'scripts/licenses.ts',
  'scripts/migrate.ts',
  'scripts/old-browsers.ts',
  'scripts/restore.ts',
  'scripts/season.ts',
  'scripts/subset-fonts.ts',
]
/** Folders in them that the build generates. */
const generatedFolders = [
  join('app', 'fonts'),
  join('app', 'ui', 'art', 'generated'),
  join('public', 'assets'),
]
const result = 'build/node/server.js'

/** Builds the app unless the last build is newer than every source. False when the build failed. */
export function ensureBuilt(): boolean {
  if (existsSync(result) && changedAt(result) > findLastChangeAt()) return true
  console.log('Building …')
  // Tests start it with their environment, which would change the build.
  const { VITEST: _, ...env } = process.env
  const args = ['run', '--silent', 'build', '--', '--logLevel', 'error']
  return npm(args, { ...env, NODE_ENV: 'production' }) === 0
}

/** When a file or folder last changed (ctime), epoch ms: unlike mtime it also covers copies and unpacked archives. */
function changedAt(path: string): number {
  return statSync(path).ctimeMs
}

/** When the sources last changed, epoch ms. Includes folders, which change when a file is removed. */
export function findLastChangeAt(): number {
  const paths = sourceFolders.flatMap((folder) => [folder, ...pathsIn(folder)])
  return Math.max(...[...paths, ...sourceFiles].filter((path) => existsSync(path)).map(changedAt))
}

function pathsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => !generatedFolders.some((made) => path.startsWith(made)))
}

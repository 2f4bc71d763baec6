import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from '../npm.mjs'

/** What the build is made of. app/fonts is made by the build itself. */
export const sourceFolders = ['app', 'db', 'migrations', 'public']
const sourceFiles = [
  'package-lock.json',
  'package.json',
  'remix.config.js',
  'vite.config.ts',
  'tsconfig.json',
  'scripts/subset-fonts.ts',
]
const made = join('app', 'fonts')
const result = 'build/server/index.js'
const stamp = 'build/.sources'

/** Builds the app unless the last build was made of these very sources. False when the build failed. */
export function ensureBuilt(): boolean {
  const sources = hashSources()
  if (existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === describe(sources))
    return true
  console.log('Building …')
  if (npm(['run', '--silent', 'build']) !== 0) return false
  writeFileSync(stamp, describe(sources))
  return true
}

/** The sources and the very build made of them: somebody may build by hand in between. */
function describe(sources: string): string {
  return `${sources} ${statSync(result).mtimeMs}`
}

function hashSources(): string {
  const hash = createHash('sha256')
  const files = [...sourceFolders.filter((folder) => existsSync(folder)).flatMap(filesIn), ...sourceFiles]
  for (const file of files.filter((each) => existsSync(each))) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(made))
    .sort()
}

// Only Node's built-ins: this runs on a fresh clone, before anything is installed.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { npm } from './npm.mjs'

/** Installs the packages of package-lock.json, unless exactly these are installed and run on this Node version. */
export function ensureInstalled() {
  if (isInstalled() && isBuiltForThisNode()) return
  console.log('Installing packages (npm ci; some minutes when SQLite has to be compiled) …')
  const status = npm(['ci', '--include=dev', '--no-audit', '--no-fund'])
  if (status !== 0) throw new Error('npm ci failed: see above.')
}

/** Compares npm's own list of installed packages with the lock file. */
function isInstalled() {
  const locked = packagesIn('package-lock.json')
  const installed = packagesIn('node_modules/.package-lock.json')
  if (!locked || !installed) return false
  return [...locked].every(([path, { version, isOptional }]) => {
    const match = installed.get(path)
    return match === undefined ? isOptional : match.version === version
  })
}

/** @param {string} file @returns {Map<string, { version: string, isOptional: boolean }> | undefined} */
function packagesIn(file) {
  try {
    /** @type {{ packages: Record<string, { version: string, optional?: boolean, devOptional?: boolean }> }} */
    const { packages } = JSON.parse(readFileSync(file, 'utf8'))
    const installed = Object.entries(packages).filter(([path]) => path !== '')
    return new Map(installed.map(([path, each]) => [path, simplify(each)]))
  } catch {
    return undefined
  }
}

/** @param {{ version: string, optional?: boolean, devOptional?: boolean }} entry */
function simplify({ version, optional = false, devOptional = false }) {
  return { version, isOptional: optional || devOptional }
}

/** After a change of Node's major version the compiled database driver does not load. */
function isBuiltForThisNode() {
  try {
    const Database = createRequire(import.meta.url)('better-sqlite3')
    new Database(':memory:').close()
    return true
  } catch {
    return false
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) ensureInstalled()

import { existsSync, readFileSync } from 'node:fs'

/**
 * Runs a module that `npm run build` has made for Node, or ends the process and says what is missing.
 * @param {string} name
 * @param {{ files?: number }} needs how many files it may have to open at once; loading a module opens a few hundred
 */
export async function runBuilt(name, { files = 512 } = {}) {
  const module = new URL(`../build/node/${name}.js`, import.meta.url)
  if (!existsSync(module)) end('It is not built yet. Run: npm run build')
  const limit = readFileLimit()
  if (limit < files)
    end(
      `It may open ${limit} files at once and needs ${files}. Raise the limit: ulimit -n, or LimitNOFILE= in its service.`,
    )
  await import(module.href)
}

/** How many files this process may open at once: Node has raised it as far as it may. Unknown where there is no /proc. */
function readFileLimit() {
  const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : ''
  return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY)
}

/**
 * @param {string} reason
 * @returns {never}
 */
function end(reason) {
  process.stderr.write(`Douze cannot start. ${reason}\n`)
  process.exit(1)
}

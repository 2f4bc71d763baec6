import { existsSync } from 'node:fs'

/**
 * Runs a module that `npm run build` has made for Node, or ends the process with a word that it is missing.
 * @param {string} name
 */
export async function runBuilt(name) {
  const module = new URL(`../build/node/${name}.js`, import.meta.url)
  if (!existsSync(module)) {
    process.stderr.write('Douze cannot start. It is not built yet. Run: npm run build\n')
    process.exit(1)
  }
  await import(module.href)
}

import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * The script that starts a worker thread, for `new Worker(…, { eval: true })`: from the build in production
 * (vite.server.config.ts), from its source in tests and in the scripts of this project, where Node 20 needs tsx for TypeScript.
 * `name` is the file in app/services without its ending.
 */
export function workerEntryScript(name: string): string {
  if (import.meta.env?.PROD) return `import(${urlOf(`build/node/${name}.js`)})`
  const source = urlOf(`app/services/${name}.ts`)
  return `import('tsx/esm/api').then(({ register }) => { register(); return import(${source}) })`
}

function urlOf(path: string): string {
  return JSON.stringify(pathToFileURL(resolve(process.cwd(), path)).href)
}

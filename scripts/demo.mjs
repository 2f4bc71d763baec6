import { ensureInstalled } from './install.mjs'

/** npm run demo [-- --fresh]: everything from nothing to a running game. Built-ins only until it is installed. */
try {
  ensureInstalled()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
const { register } = await import('tsx/esm/api')
register()
await import('./demo/main.ts')

import { ensureInstalled } from './install.mjs'

/**
 * npm run demo [-- --fresh]: from a fresh clone to a running game. Uses only Node's built-ins until packages are
 * installed.
 */
try {
  ensureInstalled()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
const { register } = await import('tsx/esm/api')
register()
await import('./demo/main.ts')

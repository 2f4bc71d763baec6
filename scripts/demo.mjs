import { ensureInstalled } from './install.mjs'

/**
 * npm run demo [-- --fresh]: from a fresh clone to a running game. Uses only Node's built-ins until packages are
 * installed.
 */
const unknown = process.argv.slice(2).find((arg) => !['--fresh', '--watch'].includes(arg))
if (unknown) {
  const usage = `Usage: npm run demo [-- --fresh]

Starts a game with made-up players; --fresh starts over. In the environment: PORT (3000), IDP_PORT, where people
sign in (PORT + 1), and DATA_DIR (data/demo).`
  if (unknown === '--help') console.log(usage)
  else console.error(`Not understood: ${unknown}\n\n${usage}`)
  process.exit(unknown === '--help' ? 0 : 2)
}
try {
  ensureInstalled()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
const { register } = await import('tsx/esm/api')
register()
await import('./demo/main.ts')

import { ensureInstalled } from './install.mjs'

/** npm run demo [-- --fresh]: everything from nothing to a running game. Built-ins only until it is installed. */
ensureInstalled()
const { register } = await import('tsx/esm/api')
register()
await import('./demo/main.ts')

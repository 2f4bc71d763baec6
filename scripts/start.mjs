import { runBuilt } from './run-built.mjs'

/** `npm start`. Most files are connections, 4,000 at most (docs/security.md). */
await runBuilt('server', { files: 5_000 })

import { runBuilt } from './run-built.mjs'

/** npm run migrate, season, backup and restore, as the build has them: node scripts/command.mjs <name> <arguments>. */
const [name = ''] = process.argv.splice(2, 1)
await runBuilt(name)

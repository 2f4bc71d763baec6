import { runRestore } from './backup/commands.ts'

/** npm run restore -- <backup>, in the place of the database that DATABASE_FILE names. */
process.exitCode = await runRestore(process.argv.slice(2), process.env.DATABASE_FILE)

import { runRestore } from './backup/commands.ts'

/** npm run restore -- <backup>, replacing the database at DATABASE_FILE. */
process.exitCode = await runRestore(process.argv.slice(2), process.env.DATABASE_FILE)

import { runRestore } from './backup/commands.ts'

/** npm run restore -- <backup>, into the database at DATABASE_FILE or DATABASE_URL. */
process.exitCode = await runRestore(process.argv.slice(2), process.env)

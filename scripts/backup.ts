import { runBackup } from './backup/commands.ts'

/** npm run backup [-- <folder>] [--keep <number>], of the database that DATABASE_FILE names. */
process.exitCode = await runBackup(process.argv.slice(2), process.env.DATABASE_FILE)

import { runBackup } from './backup/commands.ts'

/** npm run backup [-- <folder>] [--keep <number>], for the database at DATABASE_FILE. */
process.exitCode = await runBackup(process.argv.slice(2), process.env.DATABASE_FILE)

import { runBackup } from './backup/commands.ts'

/** npm run backup [-- <folder>] [--keep <number>], for the database at DATABASE_FILE or DATABASE_URL. */
process.exitCode = await runBackup(process.argv.slice(2), process.env)

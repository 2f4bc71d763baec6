import { runSeason } from './season/commands.ts'

/** npm run season -- load <file> | activate <year> | list, on the database at DATABASE_FILE. */
process.exitCode = await runSeason(process.argv.slice(2), process.env.DATABASE_FILE)

import { readDatabaseLocation } from '../app/server/inspect-database.server.ts'
import { runSeason } from './season/commands.ts'

/** npm run season -- load <file> | activate <year> | list, on the database at DATABASE_FILE or DATABASE_URL. */
const reading = readDatabaseLocation(process.env)
process.exitCode = await runSeason(process.argv.slice(2), reading)

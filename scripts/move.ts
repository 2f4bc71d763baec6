import { runMove } from './move/command.ts'

/** npm run move -- --to <database>, for the database at DATABASE_FILE or DATABASE_URL. */
process.exitCode = await runMove(process.argv.slice(2), process.env)

import { startBackgroundWork } from './background.server.ts'
import { logLine } from './monitoring/log.server.ts'

/**
 * The parts of the build that boot.server.ts and remix-serve.ts use. They have state (database, log), so they must come from the
 * build: importing the sources would create a second copy of it.
 */
export const internals = { logLine, startBackgroundWork }

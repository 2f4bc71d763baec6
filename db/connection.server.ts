import { config } from '#app/config.server.ts'
import { type Clock, demoClock, systemClock } from './clock.server.ts'
import { openDatabase } from './sqlite/open.server.ts'

/** The process's one connection and its one clock. Only doors and guards import these. */
export const db = openDatabase(config.databaseFile)
export const clock: Clock = config.isDemo ? demoClock : systemClock

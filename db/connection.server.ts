import { config } from '#app/config.server.ts'
import { type Clock, demoClock, systemClock } from './clock.server.ts'
import { openDatabase } from './engine.server.ts'

/** The process's only connection and clock. Only routes and auth guards import them. */
export const db = openDatabase(config.database)
export const clock: Clock = config.isDemo ? demoClock : systemClock

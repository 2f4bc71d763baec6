import { config } from '#app/config.server.ts'
import { type Clock, demoClock, systemClock } from './clock.server.ts'
import { engineOf, openDatabase } from './engine.server.ts'

/** The process's only connection and clocks. Only routes and auth guards import them. */
export const db = openDatabase(config.database)
export const clock: Clock = config.isDemo ? demoClock : systemClock

/** How far the database's system clock is ahead of that of this process, in ms: 0 for a file, which has the same one. */
let aheadMs = 0

/**
 * The system clock that all processes share, in epoch ms, as exact as a round trip to the database. Deadlines ask `clock`,
 * in their transaction.
 */
export function systemNow(): number {
  return Date.now() + aheadMs
}

/** Measures how far the clocks of the database and of this process differ. */
export async function followDatabaseClock(): Promise<void> {
  const askedAt = Date.now()
  const databaseNow = await engineOf(db).readClock(db)
  const answeredAt = Date.now()
  const isSame = databaseNow >= askedAt && databaseNow <= answeredAt
  aheadMs = isSame ? 0 : Math.round(databaseNow - (askedAt + answeredAt) / 2)
}

import { engineOf } from './engine.server.ts'
import type { Db } from './schema.server.ts'

/** Reads game time in epoch ms, in the given transaction, so that a deadline is checked inside it (D6, D13). */
export type Clock = (db: Db) => Promise<number>

/** A wrong time zone including summer time; a clock set back further was wrong before and is right now. */
const maxHeldMs = 2 * 60 * 60 * 1000

/**
 * Turns the instants of a clock (epoch ms) into ones that never go backwards: when the clock is set back, time stands
 * still until it has caught up, so that a closed round stays closed. A step back by more than 2 hours is followed.
 */
export function createMonotonicClock(): (now: number) => number {
  let latest = 0
  return (now) => {
    latest = latest - now > maxHeldMs ? now : Math.max(latest, now)
    return latest
  }
}

const holdBack = createMonotonicClock()

/**
 * By how much the system clock is behind the latest instant that this process has read, in ms: 0 unless it was set
 * back.
 */
export async function measureClockSetBack(db: Db): Promise<number> {
  const now = await readSystemClock(db)
  return holdBack(now) - now
}

/** The system clock that all processes share, in epoch ms. */
const readSystemClock: Clock = (db) => engineOf(db).readClock(db)

/** Production: game time is the monotonic system clock. */
export const systemClock: Clock = async (db) => holdBack(await readSystemClock(db))

/**
 * Demo: the system clock plus an offset in the database, shared by all processes. Not monotonic: the demo's clock is
 * set back on purpose.
 */
export const demoClock: Clock = async (db) => {
  const row = await db.selectFrom('demo_clock').select('offset_ms').where('id', '=', 1).executeTakeFirst()
  return (await readSystemClock(db)) + (row?.offset_ms ?? 0)
}

/** Sets the demo's game time to `now` (epoch ms); it runs on from there, across restarts (F3). */
export async function setDemoClock(db: Db, now: number): Promise<void> {
  const offset_ms = now - (await readSystemClock(db))
  await db
    .insertInto('demo_clock')
    .values({ id: 1, offset_ms })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ offset_ms }))
    .execute()
}

/** Whether the demo's clock has been set: only the first start sets it. */
export async function hasDemoClock(db: Db): Promise<boolean> {
  return (await db.selectFrom('demo_clock').select('id').executeTakeFirst()) !== undefined
}

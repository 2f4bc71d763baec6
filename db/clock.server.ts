import type { Db } from './schema.server.ts'

/** Tells game time in epoch ms. It takes the transaction it is asked in, so that a deadline is judged there (D6, D13). */
export type Clock = (db: Db) => Promise<number>

/** A wrong time zone, summer time included; a clock that is further behind was wrong before, and is right now. */
const maxHeldMs = 2 * 60 * 60 * 1000

/**
 * The instants that `read` tells (epoch ms), but never backwards: when the clock is set back, time stands until the
 * clock has caught up, so that a round that has closed stays closed. Set back by more than 2 hours, it is followed.
 */
export function createMonotonicClock(read: () => number): () => number {
  let latest = 0
  return () => {
    const now = read()
    latest = latest - now > maxHeldMs ? now : Math.max(latest, now)
    return latest
  }
}

const systemNow = createMonotonicClock(() => Date.now())

/** By how much the system clock lies behind what this process has seen of it, in ms: 0 unless it was set back. */
export function measureClockSetBack(): number {
  return systemNow() - Date.now()
}

/** Production: game time is the system clock, as long as that runs forwards. */
export const systemClock: Clock = async () => systemNow()

/**
 * Demo: the system clock moved by the one row every process shares. Nothing holds it: who plays with a demo's clock
 * sets it back on purpose.
 */
export const demoClock: Clock = async (db) => {
  const [row] = await demoOffset(db)
  return Date.now() + (row?.offset_ms ?? 0)
}

const demoOffset = (db: Db) => db.selectFrom('demo_clock').select('offset_ms').where('id', '=', 1).execute()

/** Sets the demo's game time to `now` (epoch ms); it runs on from there and survives a restart (F3). */
export async function setDemoClock(db: Db, now: number): Promise<void> {
  const offset_ms = now - Date.now()
  await db
    .insertInto('demo_clock')
    .values({ id: 1, offset_ms })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ offset_ms }))
    .execute()
}

/** Whether the demo's clock has ever been set: a first start sets it, a later one leaves it. */
export async function hasDemoClock(db: Db): Promise<boolean> {
  return (await db.selectFrom('demo_clock').select('id').executeTakeFirst()) !== undefined
}

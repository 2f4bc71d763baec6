import type { Db } from './schema.server.ts'

/** Tells game time in epoch ms. It takes the transaction it is asked in, so that a deadline is judged there (D6, D13). */
export type Clock = (db: Db) => Promise<number>

/** Production: game time is the system clock. */
export const systemClock: Clock = async () => Date.now()

/** Demo: the system clock moved by the one row every process shares. */
export const demoClock: Clock = async (db) => {
  const row = await db.selectFrom('demo_clock').select('offset_ms').where('id', '=', 1).executeTakeFirst()
  return Date.now() + (row?.offset_ms ?? 0)
}

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

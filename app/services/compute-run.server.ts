import { type Clock, systemClock } from '#db/clock.server.ts'
import { beat } from '#db/computations.server.ts'
import type { Db } from '#db/schema.server.ts'

export type Pause = () => Promise<void>

/** A computation under way: its row, the one connection that holds its working tables, its manners, its progress. */
export interface Run {
  id: number
  held: Db
  clock: Clock
  pause: Pause
  stepsDone: number
  stepsTotal: number
}

/** One short write of a run that its progress counts. */
export async function takeStep<Result>(run: Run, write: (tx: Db) => Promise<Result>): Promise<Result> {
  run.stepsDone += 1
  return writeBatch(run, write)
}

/** Tells that a run which is reading or sorting lives, and how far it is. */
export async function showProgress(run: Run): Promise<void> {
  await takeStep(run, async () => {})
}

/**
 * One short write of a run, with its sign of life in the same transaction, and then a pause in which others
 * write. Throws when this run was taken for dead: another may be at work, so nothing more is written.
 */
export async function writeBatch<Result>(run: Run, write: (tx: Db) => Promise<Result>): Promise<Result> {
  const result = await run.held.transaction().execute(async (tx) => {
    const { id, stepsDone, stepsTotal } = run
    const isOurs = await beat(tx, { id, now: await systemClock(tx), stepsDone, stepsTotal })
    if (!isOurs) throw new Error('The computation was taken for dead and stopped.')
    return write(tx)
  })
  await run.pause()
  return result
}

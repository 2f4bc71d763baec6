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

/**
 * One short write of a run, with its sign of life in the same transaction, and then a pause in which others
 * write. Throws when this run was taken for dead: another may be at work, so nothing more is written.
 */
export async function takeStep<Result>(run: Run, write: (tx: Db) => Promise<Result>): Promise<Result> {
  const result = await run.held.transaction().execute(async (tx) => {
    run.stepsDone += 1
    run.stepsTotal = Math.max(run.stepsTotal, run.stepsDone)
    const now = await systemClock(tx)
    const isAlive = await beat(tx, { id: run.id, now, stepsDone: run.stepsDone, stepsTotal: run.stepsTotal })
    if (!isAlive) throw new Error('The computation was taken for dead and stopped.')
    return write(tx)
  })
  await run.pause()
  return result
}

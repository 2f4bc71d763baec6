import { type Clock, systemClock } from '#db/clock.server.ts'
import {
  claimComputation,
  failComputation,
  failDeadComputations,
  findQueuedComputation,
  findRunningComputation,
} from '#db/computations.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { Pause } from './compute-run.server.ts'
import { computeSeason } from './compute-season.server.ts'

export type Computed = { ok: true } | { ok: false; problem: 'NOT_CLAIMED' | 'FAILED' }

interface HowToRun {
  clock: Clock
  /** Called after each batch, so that others may write; tests hold the run here. */
  pause?: Pause
  /** Told the id of each run that begins. */
  onClaim?: (id: number) => void
}

/** Writers of this process are let through after every batch (db/turns.server.ts); a pause is for other processes. */
const pauseMs = 15
const workMs = 100
const waitMs = 1000

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Rests a little from time to time. */
function restNowAndThen(): Pause {
  let restedAt = performance.now()
  return async () => {
    if (performance.now() - restedAt < workMs) return
    await sleep(pauseMs)
    restedAt = performance.now()
  }
}

/**
 * Runs one queued computation to its end (D10): readers see all old or all new results, and saves go on
 * meanwhile. NOT_CLAIMED when it is no longer queued or another run of its season is alive. FAILED leaves the
 * old results in force, with the reason in the computation's row.
 */
export async function runComputation(
  db: Db,
  { id, clock, pause = restNowAndThen(), onClaim }: HowToRun & { id: number },
): Promise<Computed> {
  const claimed = await claim(db, id)
  if (!claimed) return { ok: false, problem: 'NOT_CLAIMED' }
  onClaim?.(id)
  try {
    await db
      .connection()
      .execute((held) =>
        computeSeason({ id, held, clock, pause, stepsDone: 0, stepsTotal: 0 }, claimed.gameId),
      )
    return { ok: true }
  } catch (error) {
    await failComputation(db, { id, now: await systemClock(db), problem: reasonOf(error) })
    return { ok: false, problem: 'FAILED' }
  }
}

async function claim(db: Db, id: number) {
  return db.transaction().execute(async (tx) => {
    const now = await systemClock(tx)
    await failDeadComputations(tx, now)
    return claimComputation(tx, { id, now })
  })
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300)
}

/**
 * Runs what is queued until nothing is. While a run of another process is alive it waits for its end; one that
 * died is marked as failed when its lease is over.
 */
export async function runQueue(db: Db, { wait = () => sleep(waitMs), ...how }: HowToRun & { wait?: Pause }) {
  for (;;) {
    const queued = await findQueuedComputation(db)
    const result = queued && (await runComputation(db, { id: queued.id, ...how }))
    if (result?.ok || result?.problem === 'FAILED') continue
    await recoverComputations(db)
    if (!queued && !(await findRunningComputation(db))) return
    await wait()
  }
}

/**
 * To be called when a server starts: marks runs whose process died as failed. With work left (queued, or a run
 * that may yet turn out dead) the caller wakes the computer.
 */
export async function recoverComputations(db: Db): Promise<{ hasWork: boolean }> {
  await failDeadComputations(db, await systemClock(db))
  const hasWork = (await findQueuedComputation(db)) ?? (await findRunningComputation(db))
  return { hasWork: hasWork !== undefined }
}

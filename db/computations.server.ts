import { sql } from 'kysely'
import type { ComputationsTable, Db } from './schema.server.ts'

/** A run without a sign of life for this long is dead, in ms of the system clock. */
export const leaseMs = 30_000

/** One computation as the admin page shows it. Instants in epoch ms of the system clock. */
export interface Computation {
  id: number
  state: ComputationsTable['state']
  /** The round whose admin asked for it; null when the demo's clock was moved back. */
  roundNumber: number | null
  requestedAt: number
  heartbeatAt: number
  finishedAt: number | null
  /** Progress: 0 of 0 while queued. */
  stepsDone: number
  stepsTotal: number
  /** Why it failed, in words for an admin; null otherwise. */
  problem: string | null
}

/** The newest computation of a season, or undefined before the first. Constant time. */
export async function findLatestComputation(db: Db, gameId: number): Promise<Computation | undefined> {
  return db
    .selectFrom('computations')
    .select([
      'id',
      'state',
      'round_number as roundNumber',
      'requested_at as requestedAt',
      'heartbeat_at as heartbeatAt',
      'finished_at as finishedAt',
      'steps_done as stepsDone',
      'steps_total as stepsTotal',
      'problem',
    ])
    .where('game_id', '=', gameId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The oldest computation that waits, of any season. */
export async function findQueuedComputation(db: Db): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('computations')
    .select('id')
    .where('state', '=', 'queued')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** Whether any run is under way in this or another process. */
export async function findRunningComputation(db: Db): Promise<{ id: number } | undefined> {
  return db.selectFrom('computations').select('id').where('state', '=', 'running').limit(1).executeTakeFirst()
}

/** Queues a computation, or joins the one that waits already. Returns its id. Run it inside a transaction. */
export async function queueComputation(
  db: Db,
  { gameId, roundNumber, now }: { gameId: number; roundNumber: number | null; now: number },
): Promise<number> {
  const waiting = await db
    .selectFrom('computations')
    .select('id')
    .where('game_id', '=', gameId)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  if (waiting) return waiting.id
  const { id } = await db
    .insertInto('computations')
    .values({
      game_id: gameId,
      state: 'queued',
      round_number: roundNumber,
      requested_at: now,
      heartbeat_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Takes a queued computation for this process, unless a run of its season is under way. Returns the season.
 * Run it inside a transaction, after failDeadComputations.
 */
export async function claimComputation(
  db: Db,
  { id, now }: { id: number; now: number },
): Promise<{ gameId: number } | undefined> {
  return db
    .updateTable('computations')
    .set({ state: 'running', heartbeat_at: now })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('computations as other')
            .select('other.id')
            .whereRef('other.game_id', '=', 'computations.game_id')
            .where('other.state', '=', 'running'),
        ),
      ),
    )
    .returning('game_id as gameId')
    .executeTakeFirst()
}

/** A sign of life and how far the run is. False when the run is no longer this process's: it must stop. */
export async function beat(
  db: Db,
  run: { id: number; now: number; stepsDone: number; stepsTotal: number },
): Promise<boolean> {
  const result = await db
    .updateTable('computations')
    .set({ heartbeat_at: run.now, steps_done: run.stepsDone, steps_total: run.stepsTotal })
    .where('id', '=', run.id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** A sign of life alone, for a run that is busy reading. */
export async function touchComputation(db: Db, { id, now }: { id: number; now: number }): Promise<void> {
  await db
    .updateTable('computations')
    .set({ heartbeat_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Ends a run that succeeded. False when it is no longer this process's. */
export async function finishComputation(db: Db, { id, now }: { id: number; now: number }): Promise<boolean> {
  const result = await db
    .updateTable('computations')
    .set({ state: 'done', finished_at: now, heartbeat_at: now, steps_done: sql.ref('steps_total') })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Ends a run, or one that waits, that failed; the reason is shown to admins. False for one that has ended
 * already: it stays as it is.
 */
export async function failComputation(
  db: Db,
  { id, now, problem }: { id: number; now: number; problem: string },
): Promise<boolean> {
  const result = await db
    .updateTable('computations')
    .set({ state: 'failed', finished_at: now, problem })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/**
 * Ends every run whose last sign of life is more than 30 s old: its process died. So did one whose sign of life lies
 * in the future: the clock was set back since. Returns how many.
 */
export async function failDeadComputations(db: Db, now: number): Promise<number> {
  const result = await db
    .updateTable('computations')
    .set({ state: 'failed', finished_at: now, problem: 'The server stopped while computing.' })
    .where('state', '=', 'running')
    .where((run) =>
      run.or([run('heartbeat_at', '<', now - leaseMs), run('heartbeat_at', '>', now + leaseMs)]),
    )
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

import { copyRows, findDifference, findFilledTable } from '#db/copy.server.ts'
import { engineAt, engineOf, openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import { isServerUrl } from './database-server.server.ts'
import { mergeWalIfUnused } from './restore.server.ts'

/** Why nothing was moved: one of the two is served; the target holds a game; a copied row is not the same. */
export type MoveFault = 'source-served' | 'target-served' | 'target-filled' | 'different'

/** `tables`: how many rows each table has. `detail`: the table, or the row. */
export type MoveResult =
  | { ok: true; tables: ReadonlyMap<string, number> }
  | { ok: false; fault: MoveFault; detail: string }

interface Move {
  /** Locations of databases (`Engine.opens`): the game, of this version; and an empty database, or one without a game. */
  from: string
  to: string
}

/**
 * Copies a game into another database, of the same engine or the other one, and compares every row before it is committed:
 * the target has the whole game or none, also when the process is killed. Both are locked meanwhile, and refused when any program
 * has them open; the source stays as it was. Throws what a database throws.
 */
export async function moveDatabase({ from, to }: Move): Promise<MoveResult> {
  const releaseSource = await engineAt(from).lockExclusive(from)
  if (!releaseSource) return { ok: false, fault: 'source-served', detail: '' }
  try {
    const releaseTarget = await engineAt(to).lockExclusive(to)
    if (!releaseTarget) return { ok: false, fault: 'target-served', detail: '' }
    try {
      if (!(await isUnused(from))) return { ok: false, fault: 'source-served', detail: '' }
      if (!(await isUnused(to))) return { ok: false, fault: 'target-served', detail: '' }
      return await moveLocked({ from, to })
    } finally {
      await releaseTarget()
    }
  } finally {
    await releaseSource()
  }
}

/** SQLite itself knows who has a file open, also a program without our lock. */
async function isUnused(location: string): Promise<boolean> {
  return isServerUrl(location) || mergeWalIfUnused(location)
}

async function moveLocked({ from, to }: Move): Promise<MoveResult> {
  const source = openDatabase(from, { mayTakeLong: true })
  const target = openDatabase(to, { mayCreate: true, mayTakeLong: true })
  try {
    await migrate(target)
    const filled = await findFilledTable(target)
    if (filled !== undefined) return { ok: false, fault: 'target-filled', detail: filled }
    // The source's own transaction keeps other commands from writing to it.
    return await source
      .transaction()
      .execute((fromTx) => target.transaction().execute((toTx) => copy(fromTx, toTx)))
  } catch (error) {
    if (error instanceof DifferentError) return { ok: false, fault: 'different', detail: error.message }
    throw error
  } finally {
    await source.destroy()
    await target.destroy()
  }
}

/** Thrown to roll the copy back. */
class DifferentError extends Error {}

async function copy(from: Db, to: Db): Promise<MoveResult> {
  const tables = new Map<string, number>()
  await copyRows(from, to, (name, rows) => tables.set(name, rows))
  const difference = await findDifference(from, to)
  if (difference !== undefined) throw new DifferentError(difference)
  await engineOf(to).writeLastIds(to, await engineOf(from).readLastIds(from))
  return { ok: true, tables }
}

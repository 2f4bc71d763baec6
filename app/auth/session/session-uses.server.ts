import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { updateLastUse } from '#db/accounts/sessions.server.ts'
import type { Db } from '#db/schema.server.ts'

/** How long a use waits for others, in ms: a write of its own for each would hold up saves when many people come at once. */
const storeEvery = 1_000
/** Some 200 bytes each. Further uses are recorded by a later request. */
export const maxWaiting = 10_000

/** When sessions were used, by their hash, in epoch ms: not stored yet. */
const waiting = new Map<string, number>()
let timer: NodeJS.Timeout | undefined
/** The last store that was begun: one at a time, because several would wait for the same lock, and hold up saves. */
let storing = Promise.resolve()

/** Records when a session was used (epoch ms). Stored within a second. */
export function recordSessionUse(db: Db, idHash: string, now: number): void {
  if (waiting.size >= maxWaiting) return
  waiting.set(idHash, now)
  timer ??= setTimeout(() => void storeSessionUses(db), storeEvery).unref()
}

/**
 * Stores all uses that wait, after those that are being stored. A failure is logged: with a full disk pages must still be
 * readable. Never rejects.
 */
export function storeSessionUses(db: Db): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  storing = storing.then(() => storeWaiting(db))
  return storing
}

async function storeWaiting(db: Db): Promise<void> {
  const idHashes = [...waiting.keys()]
  const now = Math.max(...waiting.values())
  waiting.clear()
  if (idHashes.length === 0) return
  await updateLastUse(db, { idHashes, now }).catch((error: unknown) =>
    logLine('error', 'session not written', describeError(error)),
  )
}

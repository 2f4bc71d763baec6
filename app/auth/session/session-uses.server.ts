import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { updateLastUse } from '#db/accounts/sessions.server.ts'
import { updateTimeZone } from '#db/mail/mail-addresses.server.ts'
import type { Db } from '#db/schema.server.ts'

/** A use of a session. `timeZone`: the browser's, null for the host city's, undefined where it says none. */
export interface SessionUse {
  idHash: string
  managerId: number
  /** Epoch ms. */
  now: number
  timeZone: string | null | undefined
}

/** How long a use waits for others, in ms: a write of its own for each would hold up saves when many people come at once. */
const storeEvery = 1_000
/** Some 400 bytes each. Further uses are recorded by a later request. */
export const maxWaiting = 10_000

/** Uses that are not stored yet, by session. */
const waiting = new Map<string, SessionUse>()
let timer: NodeJS.Timeout | undefined

/** Records when a session was used, and the browser's time zone: mails use the last one (D19). Stored within a second. */
export function recordSessionUse(db: Db, use: SessionUse): void {
  if (waiting.size >= maxWaiting) return
  const { timeZone = waiting.get(use.idHash)?.timeZone } = use
  waiting.set(use.idHash, { ...use, timeZone })
  timer ??= setTimeout(() => void storeSessionUses(db), storeEvery).unref()
}

/** Stores all uses that wait. A failure is logged: with a full disk pages must still be readable. Never rejects. */
export async function storeSessionUses(db: Db): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const uses = [...waiting.values()]
  waiting.clear()
  if (uses.length === 0) return
  try {
    await updateLastUse(db, {
      idHashes: uses.map(({ idHash }) => idHash),
      now: Math.max(...uses.map(({ now }) => now)),
    })
    for (const [timeZone, managerIds] of groupByZone(uses)) await updateTimeZone(db, { managerIds, timeZone })
  } catch (error) {
    logLine('error', 'session not written', describeError(error))
  }
}

function groupByZone(uses: readonly SessionUse[]): Map<string | null, number[]> {
  const groups = new Map<string | null, number[]>()
  for (const { managerId, timeZone } of uses) {
    if (timeZone === undefined) continue
    const group = groups.get(timeZone)
    if (group) group.push(managerId)
    else groups.set(timeZone, [managerId])
  }
  return groups
}

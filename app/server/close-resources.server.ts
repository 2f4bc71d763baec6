import { awaitRenewals } from '#app/auth/session/session-renewal.server.ts'
import { db } from '#db/connection.server.ts'
import { stopBackgroundWork } from './background.server.ts'
import { closeResponseCache } from './cache/open-response-cache.server.ts'

/** Stops the background work and closes the database, after the last request. */
export async function closeResources(): Promise<void> {
  await stopBackgroundWork()
  await awaitRenewals()
  closeResponseCache()
  await db.destroy()
}

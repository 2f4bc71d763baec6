import type { Db } from '#db/schema.server.ts'

/**
 * The demo has one provider, and its address holds a port that may change between two starts: its people stay
 * the same. Never for production, where an issuer is who vouches for a subject.
 */
export async function updateManagerIssuers(db: Db, issuer: string): Promise<void> {
  await db.updateTable('managers').set({ issuer }).where('issuer', '!=', issuer).execute()
}

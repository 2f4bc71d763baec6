import type { Db } from '#db/schema.server.ts'

/**
 * Changes the issuer of all managers. The demo has one provider, and the port in its issuer URL may change between
 * two starts, while its managers stay the same. Never for production, where the issuer vouches for a subject.
 */
export async function updateManagerIssuers(db: Db, issuer: string): Promise<void> {
  await db.updateTable('managers').set({ issuer }).where('issuer', '!=', issuer).execute()
}

import type { Db } from './schema.server.ts'

/** The id of the manager whom the provider knows by this subject; made at the first sign-in. */
export async function ensureManager(
  db: Db,
  { issuer, subject, now }: { issuer: string; subject: string; now: number },
): Promise<number> {
  await db
    .insertInto('managers')
    .values({ issuer, subject, created_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()
  const manager = await db
    .selectFrom('managers')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow()
  return manager.id
}

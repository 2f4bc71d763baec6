import type { Db } from '#db/schema.server.ts'

/** A person by the provider's own name for them. */
interface ProviderIdentity {
  issuer: string
  subject: string
}

/** Stands for a person who is no manager yet: the database numbers its rows from 1, so that no row has this id. */
export const unknownManagerId = 0

/** The id of the manager whom the provider knows by this subject; made at the first visit. `now`: epoch ms. */
export async function ensureManager(
  db: Db,
  { issuer, subject, now }: ProviderIdentity & { now: number },
): Promise<number> {
  const known = await findManagerId(db, { issuer, subject })
  if (known !== undefined) return known
  await db
    .insertInto('managers')
    .values({ issuer, subject, created_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
    .execute()
  const createdId = await findManagerId(db, { issuer, subject })
  if (createdId === undefined) throw new Error('the manager just made is gone')
  return createdId
}

/** The id of the manager whom the provider knows by this subject; undefined for somebody who was never here. */
export async function findManagerId(
  db: Db,
  { issuer, subject }: ProviderIdentity,
): Promise<number | undefined> {
  const manager = await db
    .selectFrom('managers')
    .select('id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return manager?.id
}

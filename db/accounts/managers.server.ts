import type { Db } from '#db/schema.server.ts'
import { choiceColumns } from './results-choices.server.ts'

/** A person's identity at the provider. */
interface ProviderIdentity {
  issuer: string
  subject: string
}

/** The id of a person who is not a manager yet. Row ids start at 1, so no row has it. */
export const unknownManagerId = 0

/** The id of the manager with this identity, inserted at the first visit. `now`: epoch ms. */
export async function ensureManager(
  db: Db,
  { issuer, subject, now }: ProviderIdentity & { now: number },
): Promise<number> {
  const existingId = await findManagerId(db, { issuer, subject })
  if (existingId !== undefined) return existingId
  const { id } = await db
    .insertInto('managers')
    .values({ issuer, subject, created_at: now })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ subject }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The id of the manager with this identity; undefined for an unknown person. */
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

/** A manager with the identity at the provider; undefined after the account was deleted. */
export async function findManager(db: Db, managerId: number) {
  return db
    .selectFrom('managers')
    .select(['issuer', 'subject', 'created_at as createdAt', ...choiceColumns])
    .where('id', '=', managerId)
    .executeTakeFirst()
}

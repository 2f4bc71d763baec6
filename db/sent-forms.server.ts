import { deleteOldestRows } from './row-bounds.server.ts'
import type { Db } from './schema.server.ts'

/** How long a sent form is remembered, in ms: a repeated submit comes within a day. */
const RETENTION_MS = 24 * 60 * 60 * 1000

/**
 * The id of the row that this form created when it was sent before, deleted since or not. Call inside the transaction
 * that would create it.
 */
export async function findSentForm(db: Db, formKey: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('sent_forms')
    .select('made_id as madeId')
    .where('form_key', '=', formKey)
    .executeTakeFirst()
  return row?.madeId
}

/** Stores what a form created, and deletes expired forms. `now` in epoch ms. Call inside the same transaction. */
export async function insertSentForm(
  db: Db,
  { formKey, madeId, now }: { formKey: string; madeId: number; now: number },
): Promise<void> {
  await db
    .deleteFrom('sent_forms')
    .where('sent_at', '<', now - RETENTION_MS)
    .execute()
  const sent = { made_id: madeId, sent_at: now }
  await db
    .insertInto('sent_forms')
    .values({ form_key: formKey, ...sent })
    .onConflict((conflict) => conflict.column('form_key').doUpdateSet(sent))
    .execute()
  await deleteOldestRows(db, 'sent_forms')
}

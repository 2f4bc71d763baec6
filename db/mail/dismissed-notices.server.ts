import type { Db } from '#db/schema.server.ts'

/** The causes of the notices that a manager dismissed, with the time (epoch ms, system clock). */
export async function listDismissedNotices(db: Db, managerId: number) {
  return db
    .selectFrom('dismissed_notices')
    .select(['cause', 'dismissed_at as dismissedAt'])
    .where('manager_id', '=', managerId)
    .orderBy('cause')
    .execute()
}

/** Dismisses a notice permanently. `now`: system clock, epoch ms. */
export async function insertDismissedNotice(
  db: Db,
  { managerId, cause, now }: { managerId: number; cause: string; now: number },
): Promise<void> {
  await db
    .insertInto('dismissed_notices')
    .values({ manager_id: managerId, cause, dismissed_at: now })
    .onConflict((conflict) => conflict.columns(['manager_id', 'cause']).doNothing())
    .execute()
}

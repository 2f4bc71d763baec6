import type { Db } from '#db/schema.server.ts'

/** How long a lease lasts without renewal, in ms: longer than any try takes. */
const senderLeaseMs = 60_000

/**
 * Acquires or renews the lease to send mails for a minute. False while another process holds it. A lease that ends
 * later than possible was acquired while the system clock was ahead, and counts as expired.
 */
export async function acquireSenderLease(
  tx: Db,
  { holder, now }: { holder: string; now: number },
): Promise<boolean> {
  const expires_at = now + senderLeaseMs
  const result = await tx
    .insertInto('sender_lease')
    .values({ id: 1, holder, expires_at })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ holder, expires_at })
        .where((row) =>
          row.or([
            row('sender_lease.holder', '=', holder),
            row('sender_lease.expires_at', '<=', now),
            row('sender_lease.expires_at', '>', expires_at),
          ]),
        ),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Releases the lease, so that another process can acquire it at once. */
export async function deleteSenderLease(db: Db, holder: string): Promise<void> {
  await db.deleteFrom('sender_lease').where('holder', '=', holder).execute()
}

import type { Db } from '#db/schema.server.ts'

/** How long a process may send without another sign of life, in ms: longer than any try takes. */
const senderLeaseMs = 60_000

/**
 * Takes or renews the right to send mails for a minute. False while another process has it. A lease that ends later
 * than any can was taken while the system clock was ahead: it counts as over.
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

/** Gives it back, so that another process need not wait for its end. */
export async function deleteSenderLease(db: Db, holder: string): Promise<void> {
  await db.deleteFrom('sender_lease').where('holder', '=', holder).execute()
}

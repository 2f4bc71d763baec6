import type { Db, Row } from '#db/schema.server.ts'

export async function insertDemoMail(db: Db, mail: Omit<Row<'demo_mails'>, 'id'>): Promise<void> {
  await db.insertInto('demo_mails').values(mail).execute()
}

/** The newest mails in the demo. `receivedAt`: epoch ms. */
export async function listDemoMails(db: Db, limit: number) {
  return (
    db
      .selectFrom('demo_mails')
      .select(['id', 'subject', 'recipient', 'received_at as receivedAt'])
      // Always true: makes SQLite walk the primary key, which ends at the limit.
      .where('id', '>', 0)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  )
}

export async function findDemoMail(db: Db, id: number) {
  return db
    .selectFrom('demo_mails')
    .select(['id', 'subject', 'sender', 'recipient', 'text', 'html', 'received_at as receivedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/**
 * Changes the issuer of all managers. The demo has one provider, and the port in its issuer URL may change between
 * two starts, while its managers stay the same. Never for production, where the issuer vouches for a subject.
 */
export async function updateManagerIssuers(db: Db, issuer: string): Promise<void> {
  await db.updateTable('managers').set({ issuer }).where('issuer', '!=', issuer).execute()
}

import type { Insertable } from 'kysely'
import type { Db, DemoMailsTable } from '#db/schema.server.ts'

/** Keeps a mail that the demo's own mail server received. */
export async function insertDemoMail(db: Db, mail: Insertable<DemoMailsTable>): Promise<void> {
  await db.insertInto('demo_mails').values(mail).execute()
}

/** The newest mails that the demo received. `receivedAt`: epoch ms. */
export async function listDemoMails(db: Db, limit: number) {
  return (
    db
      .selectFrom('demo_mails')
      .select(['id', 'subject', 'recipient', 'received_at as receivedAt'])
      // Says nothing but that it goes by the key: a walk along it ends at the limit.
      .where('id', '>', 0)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
  )
}

/** One of them, whole. */
export async function findDemoMail(db: Db, id: number) {
  return db
    .selectFrom('demo_mails')
    .select(['id', 'subject', 'sender', 'recipient', 'text', 'html', 'received_at as receivedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
}

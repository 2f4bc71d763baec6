import type { Db, Row } from './schema.server.ts'

export type Topic = Row<'versions'>['topic']
export type Versions = Readonly<Record<Topic, number>>

/** Records, inside the writing transaction, that the content of a topic has changed. */
export async function bumpVersion(db: Db, topic: Topic): Promise<void> {
  await db
    .updateTable('versions')
    .set((versions) => ({ n: versions('n', '+', 1) }))
    .where('topic', '=', topic)
    .execute()
}

/** How often a topic has changed, as seen by a connection or transaction. */
export async function findVersion(db: Db, topic: Topic): Promise<number> {
  const row = await db.selectFrom('versions').select('n').where('topic', '=', topic).executeTakeFirst()
  return row?.n ?? 0
}

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

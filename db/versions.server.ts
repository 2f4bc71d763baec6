import type { Db, VersionsTable } from './schema.server.ts'

export type Topic = VersionsTable['topic']

/** Says, inside the writing transaction, that what pages show of a topic has changed. */
export async function bumpVersion(db: Db, topic: Topic): Promise<void> {
  await db
    .updateTable('versions')
    .set((versions) => ({ n: versions('n', '+', 1) }))
    .where('topic', '=', topic)
    .execute()
}

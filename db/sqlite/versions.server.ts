import Database from 'better-sqlite3'
import type { Db, Row } from '#db/schema.server.ts'

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

/**
 * Reads the versions synchronously, on a separate connection: SQLite's data version reports only commits by other
 * connections, so this one sees those of every process and worker and our own alike, and never uncommitted changes.
 * `read` takes microseconds while nothing was committed.
 */
export function watchVersions(file: string) {
  const sqlite = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 })
  const commits = sqlite.prepare<[], number>('pragma data_version').pluck()
  const rows = sqlite.prepare<[], { topic: Topic; n: number }>('select topic, n from versions')
  let seenAt: number | undefined
  let versions: Versions = { news: 0, game: 0, ranking: 0 }

  return {
    read(): Versions {
      const at = commits.get()
      if (at === seenAt) return versions
      versions = { ...versions, ...Object.fromEntries(rows.all().map(({ topic, n }) => [topic, n])) }
      seenAt = at
      return versions
    },
    close: () => void sqlite.close(),
  }
}

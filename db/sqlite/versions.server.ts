import Database from 'better-sqlite3'
import type { Db, VersionsTable } from '#db/schema.server.ts'

export type Topic = VersionsTable['topic']
/** How often each topic has changed. */
export type Versions = Readonly<Record<Topic, number>>

/** Says, inside the writing transaction, that what pages show of a topic has changed. */
export async function bumpVersion(db: Db, topic: Topic): Promise<void> {
  await db
    .updateTable('versions')
    .set((versions) => ({ n: versions('n', '+', 1) }))
    .where('topic', '=', topic)
    .execute()
}

/** How often a topic has changed, as a connection or a transaction sees it. */
export async function findVersion(db: Db, topic: Topic): Promise<number> {
  const [version] = await versionOf(db, { topic })
  return version?.n ?? 0
}

const versionOf = (db: Db, values: { topic: Topic }) =>
  db.selectFrom('versions').select('n').where('topic', '=', values.topic).execute()

/**
 * Reads the versions at once, on a connection of its own: SQLite tells a connection only of what others have
 * committed, so this one hears of every process and worker and of our own writes alike, and never sees what a
 * transaction has written but may still take back. `read` costs microseconds while nothing was committed.
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

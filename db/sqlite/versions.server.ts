import Database from 'better-sqlite3'
import type { Topic, Versions } from '#db/versions.server.ts'

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

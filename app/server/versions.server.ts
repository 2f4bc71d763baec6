import { config } from '#app/config.server.ts'
import { db } from '#db/connection.server.ts'
import { type VersionWatch, watchVersions } from '#db/engine.server.ts'
import type { Versions } from '#db/versions.server.ts'

let watch: VersionWatch | undefined

/** The versions of all topics, as committed by any process. Throws, or is rejected, while the database is away. */
export function readVersions(): Versions | Promise<Versions> {
  watch ??= watchVersions(config.database, db)
  return watch.read()
}

/** Ends the process's look at the versions. */
export function closeVersions(): void {
  watch?.close()
}

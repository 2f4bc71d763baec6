import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#db/engine.server.ts'
import { type LargeDatabase, seedLargeDatabase } from './seed-large-database.ts'
import type { Workspace } from './workspace.ts'

const seeded = new Map<string, Promise<LargeDatabase>>()

/**
 * Copies a large database to a file. Each size is seeded once for all parts of a benchmark: a million teams take
 * minutes.
 */
export async function copyLargeDatabase(
  workspace: Workspace,
  teams: number,
  file: string,
): Promise<LargeDatabase> {
  const original = join(workspace.folder, `seed-${teams}.db`)
  const seeding = seeded.get(original) ?? seed(original, teams)
  seeded.set(original, seeding)
  const database = await seeding
  copyFileSync(original, file)
  return database
}

async function seed(file: string, teams: number): Promise<LargeDatabase> {
  const db = openDatabase(file, { mayCreate: true })
  return seedLargeDatabase(db, teams).finally(() => db.destroy())
}

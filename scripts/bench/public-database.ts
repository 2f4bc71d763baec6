import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { seedDemo } from '#app/demo/seed.server.ts'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'

/** A database with the season of 2025, its teams and news. Returns the file. */
export async function createPublicDatabase(folder: string): Promise<string> {
  const file = join(folder, 'public.db')
  const db = openDatabase(file, { mayCreate: true })
  await migrate(db)
  const season = findBundledSeason(2025)
  if (!season) throw new Error('There is no season 2025')
  await loadSeason(db, season)
  await activateSeason(db, 2025)
  const now = Date.parse('2025-05-10T12:00:00Z')
  const newSecret = () => randomBytes(16).toString('base64url')
  await seedDemo(db, { season, issuer: 'http://localhost:1', now, newSecret })
  await db.destroy()
  return file
}

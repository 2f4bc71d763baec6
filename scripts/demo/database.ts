import { randomBytes } from 'node:crypto'
import { seedDemo } from '#app/demo/seed.server.ts'
import { activateSeason, findBundledSeason, loadSeason } from '#app/services/seasons/seasons.server.ts'
import { hasDemoClock, setDemoClock } from '#db/clock.server.ts'
import { updateManagerIssuers } from '#db/demo/demo.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { migrate } from '#db/migrate.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { Settings } from './settings.ts'

const year = 2025
/** Before the first semi-final: the initial time of the demo's clock (F3). */
const start = Date.parse('2025-05-10T12:00:00Z')

/** Prepares the demo's database for playing. Existing content stays. */
export async function prepareDatabase({
  databaseFile,
  issuer,
}: Pick<Settings, 'databaseFile' | 'issuer'>): Promise<void> {
  const db = openDatabase(databaseFile, { mayCreate: true })
  try {
    await migrate(db)
    await prepareGame(db, issuer)
  } finally {
    await db.destroy()
  }
}

/** Sets the clock last, so that an interrupted first start begins again. */
async function prepareGame(db: Db, issuer: string): Promise<void> {
  if (await hasDemoClock(db)) return updateManagerIssuers(db, issuer)
  const season = findBundledSeason(year)
  if (!season) throw new Error(`There is no season ${year}`)
  await loadSeason(db, season)
  await activateSeason(db, year)
  const newSecret = () => randomBytes(16).toString('base64url')
  await seedDemo(db, { season, issuer, now: start, newSecret })
  await setDemoClock(db, start)
}

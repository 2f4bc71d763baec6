import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { createScoreboards } from '#app/services/scoreboard/scoreboards.server.ts'
import { systemClock } from '#db/clock.server.ts'
import { openDatabase } from '#db/engine.server.ts'
import { findGame } from '#db/seasons/games.server.ts'
import type { Workspace } from '../workspace.ts'
import { countDifferences, rankByPlainSql } from './plain-sql-ranking.ts'
import { findGameId } from './run.ts'

/** Computes the results on a copy of the database by plain SQL, and returns the time and the number of differences. */
export async function comparePlainSql(
  { folder }: Pick<Workspace, 'folder'>,
  file: string,
): Promise<{ ms: number; differences: number }> {
  const copy = join(folder, 'plain-sql.db')
  copyFileSync(file, copy)
  const db = openDatabase(copy)
  try {
    const game = await findGame(db, await findGameId(db))
    if (!game) throw new Error('There is no season')
    const ms = rankByPlainSql(copy, game.id)
    const throwFault = (error: unknown) => {
      throw error
    }
    const scoreboards = createScoreboards({
      db,
      clock: systemClock,
      location: null,
      isDemo: false,
      onError: throwFault,
    })
    const results = await scoreboards.read(game)
    if (!results) throw new Error('Nothing is published')
    return { ms, differences: countDifferences(copy, results.season) }
  } finally {
    await db.destroy()
  }
}

import { publishLive } from '#app/services/scoreboard/publish.server.ts'
import { createScoreboards } from '#app/services/scoreboard/scoreboards.server.ts'
import { saveRoundScores } from '#app/services/scoreboard/scores.server.ts'
import { systemClock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listRoundScores } from '#db/scoreboard/round-scores.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { bumpVersion } from '#db/versions.server.ts'

/**
 * Turns a seeded season (seed-large-database.ts) into the evening of a show, by default its last: nothing is official.
 * `pressElsewhere` moves its points by one country and publishes them live, as another process does.
 * `location`: where that finds the database.
 */
export async function beginEvening(db: Db, location: string, roundNumber = 3) {
  const contest = await findActiveContest(db)
  if (!contest) throw new Error('No season is active')
  const gameId = contest.id
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('games').set({ publication_id: null }).where('id', '=', gameId).execute()
    for (const topic of ['game', 'ranking'] as const) await bumpVersion(tx, topic)
  })
  const onError = (error: unknown) => {
    throw error
  }
  const scoreboards = createScoreboards({ db, clock: systemClock, location, isDemo: false, onError })
  const common = { gameId, roundNumber, expectedVersion: null, clock: systemClock }
  return {
    async pressElsewhere(): Promise<void> {
      const stored = await listRoundScores(db, common)
      const scores = stored.map(({ entryId }, n) => ({ entryId, points: stored.at(n - 1)?.points ?? 0 }))
      const saved = await saveRoundScores(db, { ...common, scores })
      if (!saved.ok) throw new Error('The points were refused')
      const published = await publishLive(db, scoreboards, { ...common, managerId: null })
      if (!published.ok) throw new Error('The press was refused')
    },
  }
}

import type { EntryPoints } from '#app/game/scoring/scoring.ts'
import { type PublishResult, publishRound } from '#app/services/scoreboard/publish.server.ts'
import { createScoreboards, type Scoreboards } from '#app/services/scoreboard/scoreboards.server.ts'
import { saveRoundScores } from '#app/services/scoreboard/scores.server.ts'
import type { Clock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'

/** The results of a process without workers; errors throw. */
export function openTestScoreboards(db: Db, clock: Clock): Scoreboards {
  return createScoreboards({
    db,
    clock,
    location: null,
    isDemo: false,
    onError: (error) => {
      throw error
    },
  })
}

interface PublishPointsParams {
  gameId: number
  roundNumber: number
  scores: readonly EntryPoints[]
  clock: Clock
  /** The scoreboards of the publishing process; new ones by default. */
  scoreboards?: Scoreboards
}

/** Saves points for a round and publishes them, as an admin does. */
export async function publishPoints(
  db: Db,
  { scores, scoreboards, ...round }: PublishPointsParams,
): Promise<PublishResult> {
  const saved = await saveRoundScores(db, { ...round, scores, expectedVersion: null })
  if (!saved.ok) throw new Error(`Round ${round.roundNumber} was not saved: ${saved.problem}`)
  return publishRound(db, scoreboards ?? openTestScoreboards(db, round.clock), {
    ...round,
    expectedVersion: null,
    managerId: null,
    note: 'Corrected',
  })
}

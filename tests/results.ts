import type { EntryPoints } from '#app/game/scoring.ts'
import { type Published, publishRound } from '#app/services/scoreboard/publish.server.ts'
import { openScoreboards, type Scoreboards } from '#app/services/scoreboard/scoreboards.server.ts'
import { saveRoundScores } from '#app/services/scoring.server.ts'
import type { Clock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'

/** The results of a process of its own, without threads: what is wrong throws. */
export function openResults(db: Db, clock: Clock): Scoreboards {
  return openScoreboards({
    db,
    clock,
    file: null,
    isDemo: false,
    noteFault: (error) => {
      throw error
    },
  })
}

interface Wanted {
  gameId: number
  roundNumber: number
  scores: readonly EntryPoints[]
  clock: Clock
  /** Those of the process that publishes; ones of its own where none are given. */
  scoreboards?: Scoreboards
}

/** Saves points for a round and publishes them, as an admin does. */
export async function publishPoints(db: Db, { scores, scoreboards, ...round }: Wanted): Promise<Published> {
  const saved = await saveRoundScores(db, { ...round, scores, expectedVersion: null })
  if (!saved.ok) throw new Error(`Round ${round.roundNumber} was not saved: ${saved.problem}`)
  return publishRound(db, scoreboards ?? openResults(db, round.clock), {
    ...round,
    expectedVersion: null,
    managerId: null,
    note: 'Corrected',
  })
}

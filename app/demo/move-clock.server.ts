import { rewindRounds } from '#app/services/scoreboard/scores.server.ts'
import { setDemoClock } from '#db/clock.server.ts'
import { resetFutureMailings } from '#db/mail/mailings.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { bumpVersion } from '#db/versions.server.ts'

/**
 * Moves the demo's game time to `now` (epoch ms), and resets the publications of reopened rounds (F3) and the
 * mailings that are due later. Wake the sender after the commit.
 */
export async function moveDemoClock(db: Db, now: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await setDemoClock(tx, now)
    await resetFutureMailings(tx, now)
    for (const topic of ['game', 'news', 'ranking'] as const) await bumpVersion(tx, topic)
    const game = await findActiveGame(tx)
    if (game) await rewindRounds(tx, { gameId: game.id, now })
  })
}

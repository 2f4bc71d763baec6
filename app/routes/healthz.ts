import { config } from '#app/config.server.ts'
import { respond } from '#app/http/responses.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { readEventLoopDelayMs } from '#app/server/monitoring/event-loop-delay.server.ts'
import { listHealthWarnings } from '#app/server/monitoring/health.server.ts'
import { measureClockSetBack, systemClock } from '#db/clock.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findDatabaseFault, listDatabaseWarnings, pingDatabase } from '#db/health.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

/**
 * Health check for monitoring: `alive` always, `ready` (200, else 503) with the reasons, `degraded` when the server
 * works but has warnings. `mails` is off where no mail server is configured.
 */
export async function loader() {
  const reasons = await listReadinessProblems()

  const isReady = reasons.length === 0
  const warnings = [
    ...listHealthWarnings(Date.now()),
    ...listDatabaseWarnings(db),
    ...(await listClockWarnings().catch(() => [])),
  ]
  const body = {
    alive: true,
    ready: isReady,
    degraded: warnings.length > 0,
    mails: config.mail ? 'on' : 'off',
    /** The longest event loop delay of this minute and the one before. */
    eventLoopDelayMs: readEventLoopDelayMs(),
    reasons,
    warnings,
  }
  return respond(JSON.stringify(body), {
    status: isReady ? 200 : 503,
    headers: { 'Content-Type': 'application/json' },
  })
}

async function listReadinessProblems(): Promise<string[]> {
  try {
    await pingDatabase(db)
    const fault = findDatabaseFault(db)
    if (fault) return [fault]
    const game = await findActiveGame(db)
    if (!game) return ['No season is active. Load one: npm run season']
    return scoreboards.isReady(game) ? [] : ['The results in force are not loaded yet.']
  } catch {
    return ['The database cannot be read.']
  }
}

/** Warns while the system clock is behind, because deadlines wait for it. A demo's clock is set on purpose. */
async function listClockWarnings(): Promise<string[]> {
  const seconds = Math.floor((await measureClockSetBack(db)) / 1000)
  if (clock !== systemClock || seconds < 1) return []
  return [`The system clock was set back by ${seconds} s. Game time stands still until it has caught up.`]
}

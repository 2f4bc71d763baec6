import { findCaller } from '#app/auth/bearer.server.ts'
import { config } from '#app/config.server.ts'
import { findNextPublicChangeAt } from '#app/game/season/next-public-change.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { readVersions } from '#app/server/versions.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import type { Versions } from '#db/versions.server.ts'
import { createResponseCache } from './response-cache.server.ts'

/** Opens the cache of public pages, which `handleWithRemix` renders, and of the API's lists. */
export function openResponseCache(handleWithRemix: (request: Request) => Promise<Response>) {
  return createResponseCache({
    origin: config.origin,
    isAuthenticated: async (args) => (await findCaller(args)) !== null,
    nextChangeAt: findNextChangeAt,
    readVersions: readPublicVersions,
    handleWithRemix,
  })
}

/**
 * The ranking changes with the database and when this process installs new results; both counters only grow, so their
 * sum is a version.
 */
function readPublicVersions() {
  const current = readVersions()
  return current instanceof Promise ? current.then(withOwnChanges) : withOwnChanges(current)
}

function withOwnChanges(current: Versions): Versions {
  return { ...current, ranking: current.ranking + scoreboards.countChanges() }
}

/**
 * The next change in system time. Deadlines are in game time, which differs in the demo; a jump of that clock changes
 * the versions.
 */
async function findNextChangeAt(): Promise<number> {
  const systemNow = Date.now()
  const now = await clock(db)
  const game = await findActiveContest(db)
  return systemNow + findNextPublicChangeAt(now, { game, isDemo: config.isDemo }) - now
}

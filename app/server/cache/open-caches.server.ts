import { findCaller } from '#app/auth/bearer.server.ts'
import { config } from '#app/config.server.ts'
import { findNextPublicChangeAt } from '#app/game/season/next-public-change.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { watchVersions } from '#db/sqlite/versions.server.ts'
import { createJsonCache } from './json-cache.server.ts'
import { createPageCache } from './page-cache.server.ts'

let versions: ReturnType<typeof watchVersions> | undefined

/** Opens the cache of public pages, which `handleWithRemix` renders. */
export function openPageCache(handleWithRemix: (request: Request) => Promise<Response>) {
  const { origin, isHttps } = config
  const readVersions = () => openVersions().read()
  return createPageCache({ origin, isHttps, handleWithRemix, nextChangeAt: findNextChangeAt, readVersions })
}

/** Opens the cache of API lists. */
export function openJsonCache() {
  const { origin, isHttps } = config
  const isAuthenticated = async (request: Request) => (await findCaller(request)) !== null
  const readVersions = readListVersions
  return createJsonCache({ origin, isHttps, isAuthenticated, nextChangeAt: findNextChangeAt, readVersions })
}

/** Closes the database connection that reads versions. */
export function closeCaches(): void {
  versions?.close()
}

function openVersions() {
  versions ??= watchVersions(config.databaseFile)
  return versions
}

/**
 * The ranking changes with the database and when this process installs new results; both counters only grow, so their
 * sum is a version.
 */
function readListVersions() {
  const current = openVersions().read()
  return { ...current, ranking: current.ranking + scoreboards.countChanges() }
}

/**
 * The next change in system time. Deadlines are in game time, which differs in the demo; a jump of that clock changes
 * the versions.
 */
async function findNextChangeAt(): Promise<number> {
  const systemNow = Date.now()
  const now = await clock(db)
  const game = await findActiveGame(db)
  return systemNow + findNextPublicChangeAt(now, { game, isDemo: config.isDemo }) - now
}

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

/** The cache of public pages, which `handleWithRemix` renders. */
export function openPageCache(handleWithRemix: (request: Request) => Promise<Response>) {
  const { origin, isHttps } = config
  const readVersions = () => openVersions().read()
  return createPageCache({ origin, isHttps, handleWithRemix, nextChangeAt: findNextChangeAt, readVersions })
}

/** The cache of the lists of the API. */
export function openJsonCache() {
  const { origin, isHttps } = config
  const isAuthenticated = async (request: Request) => (await findCaller(request)) !== null
  const readVersions = readListVersions
  return createJsonCache({ origin, isHttps, isAuthenticated, nextChangeAt: findNextChangeAt, readVersions })
}

/** Closes the connection that versions are read by. */
export function closeCaches(): void {
  versions?.close()
}

function openVersions() {
  versions ??= watchVersions(config.databaseFile)
  return versions
}

/** Lists change with the database, and when this process has computed new results: both numbers only count up. */
function readListVersions() {
  const read = openVersions().read()
  return { ...read, ranking: read.ranking + scoreboards.countChanges() }
}

/** In system time, while deadlines are game time: the demo's clock differs, and a jump of it changes the versions. */
async function findNextChangeAt(): Promise<number> {
  const systemNow = Date.now()
  const now = await clock(db)
  const game = await findActiveGame(db)
  return systemNow + findNextPublicChangeAt(now, { game, isDemo: config.isDemo }) - now
}

import { config } from '#app/config.server.ts'
import { openPageCache } from './cache/open-caches.server.ts'
import { closeResources } from './close-resources.server.ts'
import { shedOrRateLimit } from './load-shedding/load-shedding.server.ts'
import { logLine, runInRequestContext } from './monitoring/log.server.ts'
import { createRemixHandler } from './pipeline.server.ts'

/**
 * What boot.server.ts and the tests use of the build. It has state (the database, the limits, the log), so it must be the
 * build's own: imported from the sources there would be two of each.
 */
export const internals = {
  closeResources,
  config,
  createRemixHandler,
  logLine,
  openPageCache,
  runInRequestContext,
  shedOrRateLimit,
}

import { config } from '#app/config.server.ts'
import { closeResources, startBackgroundWork } from './background.server.ts'
import { openResponseCache } from './cache/open-response-cache.server.ts'
import { limitAddress, shedIfFull } from './load-shedding/load-shedding.server.ts'
import { logLine } from './monitoring/log.server.ts'
import { createRemixHandler } from './remix-handler.server.ts'

/**
 * The parts of the build that boot.server.ts, remix-serve.ts and the tests use. They have state (database, rate limits, log), so they must
 * come from the build: importing the sources would create a second copy of it.
 */
export const internals = {
  closeResources,
  config,
  createRemixHandler,
  limitAddress,
  logLine,
  openResponseCache,
  shedIfFull,
  startBackgroundWork,
}

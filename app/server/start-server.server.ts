import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerBuild } from '@remix-run/node'
import { config } from '#app/config.server.ts'
import { handleClientErrors } from '#app/server/request/connections.server.ts'
import { closeResources, startBackgroundWork, stopMailSender } from './background.server.ts'
import { exitWithError } from './exit-with-error.server.ts'
import { asksForLiveAnswer } from './live/live-answer.server.ts'
import { createIdleWaiter } from './load-shedding/event-loop-idle.server.ts'
import { capacity } from './load-shedding/load-shedding.server.ts'
import { startEventLoopMonitor } from './monitoring/event-loop-delay.server.ts'
import { describeError, logLine } from './monitoring/log.server.ts'
import { createPipeline } from './pipeline.server.ts'
import { boundConnections } from './request/connections.server.ts'
import { requestTimeouts, stallTimeoutMs } from './request/node-http.server.ts'
import { baseHeaders } from './response/send-error.server.ts'
import { startWatchdog } from './workers/watchdog.server.ts'

/**
 * Before a request is started: wait for arrivals about as long as rendering a page or two takes, and longer while a
 * slow page is rendered.
 */
const queueIdle = { idleTurns: 3, maxListeningMs: 20, maxTotalMs: 250 }
/** Before the server stops: wait until requests that have arrived are read. */
const closingIdle = { idleTurns: 5, maxListeningMs: 2_000, maxTotalMs: 2_000 }
/** Longer than the proxy keeps an idle connection (ops/Caddyfile: 4 s). */
const maxIdleMs = 5_000
/** From the signal on, with all of this. */
const maxClosingMs = 10_000

/** Serves the build until SIGTERM or SIGINT. Listens once the published results are loaded. */
export async function startServer(build: ServerBuild): Promise<void> {
  await startBackgroundWork()
  let isClosing = false
  const server = createServer(requestTimeouts)
  const waitForIdle = createIdleWaiter(server, asksForLiveAnswer)
  const pipeline = createPipeline({
    build,
    waitForIdle: (isComputing) => waitForIdle(queueIdle, isComputing),
    isClosing: () => isClosing,
  })
  const connections = boundConnections(server)
  server.on('request', connections.inTurn(pipeline.handleRequest))
  server.on('checkExpectation', connections.inTurn(pipeline.refuseExpectation))
  handleClientErrors(server, baseHeaders, connections)
  server.maxConnections = capacity.connections
  server.timeout = stallTimeoutMs
  server.on('error', (error) => exitWithError(`Port ${config.port} cannot be used: ${error.message}`))
  server.listen(chooseSocket(), () => {
    const { headersTimeout: headersMs, requestTimeout: requestMs } = server
    startWatchdog()
    startEventLoopMonitor()
    logLine('info', 'listening', { port: config.port, origin: config.origin, headersMs, requestMs })
  })

  /**
   * Lets requests finish, closes the database and ends the process. Each response now closes its connection. It accepts
   * requests until the connections from before have ended: a save that the proxy sends into one that is being closed here
   * would be lost.
   */
  async function stop(): Promise<void> {
    logLine('info', 'stopping')
    isClosing = true
    stopMailSender()
    setTimeout(() => server.closeAllConnections(), maxClosingMs).unref()
    const closed = connections.list().map((socket) => once(socket, 'close'))
    await Promise.race([Promise.allSettled(closed), pause(maxIdleMs)])
    await waitForIdle(closingIdle)
    const closeTimer = setInterval(() => server.closeIdleConnections(), 100)
    server.close(async () => {
      clearInterval(closeTimer)
      await closeResources()
      logLine('info', 'stopped')
      process.exit(0)
    })
  }

  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.on('uncaughtException', (error) => {
    logLine('error', 'crash', describeError(error))
    process.exit(1)
  })
}

/**
 * The socket to listen on. systemd may own it (ops/douze.socket), so that clients wait there while the server restarts.
 */
function chooseSocket() {
  return config.hasInheritedSocket ? { fd: 3 } : { port: config.port, host: config.host }
}

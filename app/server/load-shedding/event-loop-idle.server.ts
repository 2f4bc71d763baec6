import type { IncomingMessage, Server } from 'node:http'

/** A turn of the event loop that took longer than this, in ms, was not idle. */
const BUSY_MS = 1

interface IdleOptions {
  /** The event loop is idle after this many turns in a row without an arrival or a computation. */
  idleTurns: number
  /** How long to wait while requests keep arriving, in ms, not counting the time of `isComputing`. */
  maxListeningMs: number
  /** How long to wait at most, in ms. */
  maxTotalMs: number
}

/**
 * Waits until the event loop is idle. Node accepts about one connection in each turn of the loop, so the connections that
 * wait in the system's queue are accepted meanwhile. `isAnsweredAtOnce`: requests that are no arrivals, because a thousand of
 * them in a second are answered beside everything else.
 */
export function createIdleWaiter(
  server: Pick<Server, 'on'>,
  isAnsweredAtOnce: (request: IncomingMessage) => boolean = () => false,
) {
  let arrivalCount = 0
  server.on('connection', () => {
    arrivalCount += 1
  })
  server.on('request', (request) => {
    if (!isAnsweredAtOnce(request)) arrivalCount += 1
  })

  async function isNextTurnIdle(): Promise<boolean> {
    const [countBefore, startedAt] = [arrivalCount, performance.now()]
    await new Promise((resolve) => setImmediate(resolve))
    return arrivalCount === countBefore && performance.now() - startedAt < BUSY_MS
  }

  /** `isComputing`: whether work that was started before may still be running. */
  return async function waitForIdle(
    { idleTurns, maxListeningMs, maxTotalMs }: IdleOptions,
    isComputing: () => boolean = () => false,
  ): Promise<void> {
    const startedAt = performance.now()
    let [idleCount, listenedMs] = [0, 0]
    while (
      idleCount < idleTurns &&
      listenedMs < maxListeningMs &&
      performance.now() - startedAt < maxTotalMs
    ) {
      const [turnStartedAt, isListening] = [performance.now(), !isComputing()]
      idleCount = (await isNextTurnIdle()) ? idleCount + 1 : 0
      if (isListening) listenedMs += performance.now() - turnStartedAt
    }
  }
}

import type { Server } from 'node:http'

/** A turn of the event loop that took longer has computed something. In ms. */
const BUSY_MS = 1

interface IdleOptions {
  /** So many turns in a row that brought nobody new and computed nothing are quiet. */
  idleTurns: number
  /** How long those who keep coming are listened to at most, not counting what is computed meanwhile. */
  maxListeningMs: number
  /** Then it is over in any case. */
  maxTotalMs: number
}

/**
 * Waits until the event loop is quiet. About one waiting connection is let in in each turn of it, so those who stand before
 * the door come in meanwhile.
 */
export function createIdleWaiter(server: Pick<Server, 'on'>) {
  let arrivalCount = 0
  const countArrival = () => {
    arrivalCount += 1
  }
  server.on('connection', countArrival)
  server.on('request', countArrival)

  async function isNextTurnIdle(): Promise<boolean> {
    const [before, began] = [arrivalCount, performance.now()]
    await new Promise((resolve) => setImmediate(resolve))
    return arrivalCount === before && performance.now() - began < BUSY_MS
  }

  /** `isComputing`: whether something may be computed still that was begun before. */
  return async function untilQuiet(
    { idleTurns, maxListeningMs, maxTotalMs }: IdleOptions,
    isComputing: () => boolean = () => false,
  ): Promise<void> {
    const since = performance.now()
    let [quiet, listened] = [0, 0]
    while (quiet < idleTurns && listened < maxListeningMs && performance.now() - since < maxTotalMs) {
      const [began, isMine] = [performance.now(), !isComputing()]
      quiet = (await isNextTurnIdle()) ? quiet + 1 : 0
      if (isMine) listened += performance.now() - began
    }
  }
}

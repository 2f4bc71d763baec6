import type { Server } from 'node:http'

/** A turn of the event loop that took longer has computed something. In ms. */
const BUSY_MS = 1

interface Patience {
  /** So many turns in a row that brought nobody new and computed nothing are quiet. */
  quietTurns: number
  /** How long those who keep coming are listened to at most, not counting what is computed meanwhile. */
  mostMs: number
  /** Then it is over in any case. */
  longestMs: number
}

/**
 * Waits until the event loop is quiet. About one waiting connection is let in in each turn of it, so those who stand before
 * the door come in meanwhile.
 */
export function watchQuiet(server: Pick<Server, 'on'>) {
  let heard = 0
  const hear = () => {
    heard += 1
  }
  server.on('connection', hear)
  server.on('request', hear)

  async function isNextQuiet(): Promise<boolean> {
    const [before, began] = [heard, performance.now()]
    await new Promise((resolve) => setImmediate(resolve))
    return heard === before && performance.now() - began < BUSY_MS
  }

  /** `isComputing`: whether something may be computed still that was begun before. */
  return async function untilQuiet(
    { quietTurns, mostMs, longestMs }: Patience,
    isComputing: () => boolean = () => false,
  ): Promise<void> {
    const since = performance.now()
    let [quiet, listened] = [0, 0]
    while (quiet < quietTurns && listened < mostMs && performance.now() - since < longestMs) {
      const [began, isMine] = [performance.now(), !isComputing()]
      quiet = (await isNextQuiet()) ? quiet + 1 : 0
      if (isMine) listened += performance.now() - began
    }
  }
}

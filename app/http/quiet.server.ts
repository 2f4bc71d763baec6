import type { Server } from 'node:http'

/** A turn of the event loop that took longer has computed something. In ms. */
const BUSY_MS = 1

interface Patience {
  /** So many turns in a row that brought nobody new and computed nothing are quiet. */
  quietTurns: number
  /** Then it is over although it was never quiet: people who come without end, or a loop that is always busy. */
  mostTurns: number
  mostMs: number
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

  return async function untilQuiet({ quietTurns, mostTurns, mostMs }: Patience): Promise<void> {
    const until = performance.now() + mostMs
    let quiet = 0
    for (let turn = 0; turn < mostTurns && quiet < quietTurns && performance.now() < until; turn += 1) {
      quiet = (await isNextQuiet()) ? quiet + 1 : 0
    }
  }
}

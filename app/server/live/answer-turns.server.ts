interface TurnOptions {
  /** Whether another request starts as soon as the event loop is idle. */
  isRequestWaiting: () => boolean
  /** After so many idle turns of the event loop it does. */
  idleTurns: number
}

/**
 * Returns what a whole answer waits for: at most one starts in a turn of the event loop, so that saves run between those of all who
 * ask after a press, and a request that waits for an idle loop starts before. One whose client is gone takes no turn.
 */
export function createAnswerTurns({ isRequestWaiting, idleTurns }: TurnOptions) {
  let last: Promise<void> = Promise.resolve()

  async function giveWay(): Promise<void> {
    let turns = 0
    do {
      await new Promise((resolve) => setImmediate(resolve))
      turns += 1
    } while (turns <= idleTurns && isRequestWaiting())
  }

  return function waitForTurn(isGone: () => boolean): Promise<void> {
    last = last.then(() => (isGone() ? undefined : giveWay()))
    return last
  }
}

/** How many turns of the event loop an answer gives way: a request starts after three idle ones (`queueIdle`). */
const turnsForRequest = 4

/**
 * Returns what a whole answer waits for: at most one starts in a turn of the event loop, so that saves run between those of all who
 * ask after a press, and a request that waits for an idle loop starts before.
 */
export function createAnswerTurns() {
  let last: Promise<void> = Promise.resolve()
  return function waitForTurn(isRequestWaiting: () => boolean): Promise<void> {
    last = last.then(async () => {
      let turns = 0
      do {
        await new Promise((resolve) => setImmediate(resolve))
        turns += 1
      } while (turns < turnsForRequest && isRequestWaiting())
    })
    return last
  }
}

/** An answer gives way so long at most, in ms: a save takes half of it in a file, and often longer on a database server. */
const maxWaitMs = 10

/**
 * Returns what a whole answer waits for: at most one starts in a turn of the event loop, and it waits while a save is in flight, so
 * that the many answers after a press hardly delay saves. One whose client is gone takes no turn. `now`: a monotonic clock, in ms.
 */
export function createAnswerTurns(isSaving: () => boolean, now = () => performance.now()) {
  let last: Promise<void> = Promise.resolve()

  async function giveWay(): Promise<void> {
    const startedAt = now()
    do await new Promise((resolve) => setImmediate(resolve))
    while (isSaving() && now() - startedAt < maxWaitMs)
  }

  return function waitForTurn(isGone: () => boolean): Promise<void> {
    last = last.then(() => (isGone() ? undefined : giveWay()))
    return last
  }
}

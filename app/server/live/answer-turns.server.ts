/** So many turns of the event loop an answer gives way at most: more than a save takes in a file, and soon over on a database server. */
const maxTurns = 50

/**
 * Returns what a whole answer waits for: at most one starts in a turn of the event loop, and none before a save, so that those who
 * ask after a press cost those who save little. One whose client is gone takes no turn.
 */
export function createAnswerTurns(isSaving: () => boolean) {
  let last: Promise<void> = Promise.resolve()

  async function giveWay(): Promise<void> {
    let turns = 0
    do {
      await new Promise((resolve) => setImmediate(resolve))
      turns += 1
    } while (turns < maxTurns && isSaving())
  }

  return function waitForTurn(isGone: () => boolean): Promise<void> {
    last = last.then(() => (isGone() ? undefined : giveWay()))
    return last
  }
}

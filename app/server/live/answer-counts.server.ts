/** How often the answers are logged, in ms: a line for each would be a thousand in a second. */
const logEvery = 60_000

/** How a question of the live page's script ends. */
export type AnswerKind = 'unchanged' | 'changed' | 'put-off' | 'signed-out' | 'gone'

type Counts = Record<AnswerKind, number>

const none: Readonly<Counts> = { unchanged: 0, changed: 0, 'put-off': 0, 'signed-out': 0, gone: 0 }

/** Returns what counts an answer; `log` gets how many there were since the last time. `now`: a monotonic clock, in ms. */
export function createAnswerCounts(log: (counts: Counts) => void, now = () => performance.now()) {
  let counts = { ...none }
  let loggedAt = now()

  return function countAnswer(kind: AnswerKind): void {
    counts[kind] += 1
    if (now() - loggedAt < logEvery) return
    log(counts)
    counts = { ...none }
    loggedAt = now()
  }
}

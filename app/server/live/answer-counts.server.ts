/** How often the answers are logged, in ms: a line for each would be a thousand in a second. */
const logEvery = 60_000

/** How a question of the live page's script ends. */
export type AnswerKind = 'unchanged' | 'changed' | 'put-off' | 'gone'

type Counts = Record<AnswerKind, number>

/** Returns what counts an answer; `log` gets how many there were since the last time. `now`: a monotonic clock, in ms. */
export function createAnswerCounts(log: (counts: Counts) => void, now = () => performance.now()) {
  let counts: Counts = { unchanged: 0, changed: 0, 'put-off': 0, gone: 0 }
  let loggedAt = now()

  return function countAnswer(kind: AnswerKind): void {
    counts[kind] += 1
    if (now() - loggedAt < logEvery) return
    log(counts)
    counts = { unchanged: 0, changed: 0, 'put-off': 0, gone: 0 }
    loggedAt = now()
  }
}

/**
 * Turns at writing between the threads of one process (docs/decisions/0002). Who asks for SQLite's lock from time to
 * time may miss every gap of a long work; here it is woken at once, and the long work begins nothing while anybody
 * waits. The lock itself stays SQLite's: turns only say when it is worth asking for it.
 */
export interface Turns {
  /** Says that a transaction is about to begin. The long work waits here, but never for ever. */
  take: () => void
  /** Waits until the lock may be free, `ms` at most. Nothing else is held up. */
  rest: (ms: number) => Promise<void>
  /** Says that the transaction is over, or never began. */
  give: () => void
}

/** How many transactions want to write, and whether the long work is writing. */
const WAITING = 0
const WRITING = 1

/** Then the long work goes on although others come again and again. */
const longestCourtesyMs = 250

const memories = new Map<string, SharedArrayBuffer>()

/** What the threads share that write to a file, known by its name as it is configured. It can be handed to a worker. */
export function sharedTurns(file: string): SharedArrayBuffer {
  const memory = memories.get(file) ?? new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)
  memories.set(file, memory)
  return memory
}

/** The side of those who write something short and are waited for. */
export function shortTurns(memory: SharedArrayBuffer): Turns {
  const cells = new Int32Array(memory)
  return {
    take() {
      Atomics.add(cells, WAITING, 1)
    },
    async rest(ms) {
      const woken = Atomics.waitAsync(cells, WRITING, 1, ms)
      // Nobody of this process writes: the lock is another's, who wakes nobody.
      await (woken.async ? woken.value : pause(ms))
    },
    give() {
      Atomics.sub(cells, WAITING, 1)
      Atomics.notify(cells, WAITING)
    },
  }
}

/** The side of a long work that writes a little at a time; there is one per file and process. */
export function longTurns(memory: SharedArrayBuffer): Turns {
  const cells = new Int32Array(memory)
  const stopWriting = () => {
    Atomics.store(cells, WRITING, 0)
    Atomics.notify(cells, WRITING)
  }
  return {
    take() {
      const until = performance.now() + longestCourtesyMs
      for (;;) {
        Atomics.store(cells, WRITING, 1)
        const waiting = Atomics.load(cells, WAITING)
        const left = until - performance.now()
        if (waiting <= 0 || left <= 0) return
        stopWriting()
        Atomics.wait(cells, WAITING, waiting, left)
      }
    },
    rest: pause,
    give: stopWriting,
  }
}

/** The side of who shares a file with no other thread. */
export const noTurns: Turns = { take() {}, rest: pause, give() {} }

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms))
}

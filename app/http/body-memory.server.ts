/** What a waiting request takes besides its head and its body, about: its objects, its connection, its timer. */
const objectsBytes = 16 * 1024

interface Held {
  bytes: number
  /** Gives the body up; undefined once it is whole, and is waited for. */
  abort: (() => void) | undefined
}

/** One body's share of the memory for bodies. */
export interface BodyShare {
  /** From here on it is not given up any more. */
  complete: () => void
  /** Gives the memory back. As often as one likes. */
  release: () => void
}

/**
 * The memory for bodies: of those that arrive and of those whose requests are not answered yet, `mostBytes` together. When there is no
 * more, the one that has been arriving for the longest is given up: an honest one is there within milliseconds.
 */
export function createBodyMemory(mostBytes: number) {
  const all = new Set<Held>()
  let total = 0

  function release(held: Held): void {
    if (all.delete(held)) total -= held.bytes
  }

  function makeRoom(bytes: number): boolean {
    for (const held of all) {
      if (total + bytes <= mostBytes) return true
      held.abort?.()
    }
    return total + bytes <= mostBytes
  }

  return {
    /**
     * Reserves what a request takes with `length` bytes of head and body; undefined when only bodies that are waited for hold it
     * all.
     */
    reserve(length: number, abort: () => void): BodyShare | undefined {
      const held: Held = { bytes: length + objectsBytes, abort }
      if (!makeRoom(held.bytes)) return undefined
      all.add(held)
      total += held.bytes
      return {
        complete: () => {
          held.abort = undefined
        },
        release: () => release(held),
      }
    },
  }
}

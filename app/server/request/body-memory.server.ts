/** What a waiting request takes besides its head and its body, about: its objects, its connection, its timer. */
const objectsBytes = 16 * 1024

interface Reservation {
  bytes: number
  /** Gives the body up; undefined once it is whole, and is waited for. */
  abort: (() => void) | undefined
}

/** One body's share of the memory for bodies. */
export interface BodyReservation {
  /** From here on it is not given up any more. */
  complete: () => void
  /** Gives the memory back. As often as one likes. */
  release: () => void
}

/**
 * The memory for bodies: of those that arrive and of those whose requests are not answered yet, `mostBytes` together. When there is no
 * more, the one that has been arriving for the longest is given up: an honest one is there within milliseconds.
 */
export function createBodyMemory(maxBytes: number) {
  const reservations = new Set<Reservation>()
  let total = 0

  function release(held: Reservation): void {
    if (reservations.delete(held)) total -= held.bytes
  }

  function freeMemory(bytes: number): boolean {
    for (const held of reservations) {
      if (total + bytes <= maxBytes) return true
      held.abort?.()
    }
    return total + bytes <= maxBytes
  }

  return {
    /**
     * Reserves what a request takes with `length` bytes of head and body; undefined when only bodies that are waited for hold it
     * all.
     */
    reserve(length: number, abort: () => void): BodyReservation | undefined {
      const held: Reservation = { bytes: length + objectsBytes, abort }
      if (!freeMemory(held.bytes)) return undefined
      reservations.add(held)
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

/** The memory of a waiting request besides its head and body, about: objects, connection, timer. */
const objectsBytes = 16 * 1024

interface Reservation {
  bytes: number
  /** Stops receiving the body; undefined once it is complete. */
  abort: (() => void) | undefined
}

/**
 * Bounds the memory of request bodies, from their first byte until the response is sent, to `maxBytes` together. When it is
 * used up, the body that has been arriving longest is aborted: an honest one arrives within milliseconds.
 */
export function createBodyMemory(maxBytes: number) {
  const reservations = new Set<Reservation>()
  let total = 0

  function release(reservation: Reservation): void {
    if (reservations.delete(reservation)) total -= reservation.bytes
  }

  function freeMemory(bytes: number): boolean {
    for (const reservation of reservations) {
      if (total + bytes <= maxBytes) return true
      reservation.abort?.()
    }
    return total + bytes <= maxBytes
  }

  return {
    /**
     * Reserves memory for a request with `length` bytes of head and body; undefined when complete bodies use up all of
     * it.
     */
    reserve(length: number, abort: () => void) {
      const reservation: Reservation = { bytes: length + objectsBytes, abort }
      if (!freeMemory(reservation.bytes)) return undefined
      reservations.add(reservation)
      total += reservation.bytes
      return {
        /** Marks the body as received; from then on it is not aborted. */
        complete: () => {
          reservation.abort = undefined
        },
        /** Frees the memory. May be called more than once. */
        release: () => release(reservation),
      }
    },
  }
}

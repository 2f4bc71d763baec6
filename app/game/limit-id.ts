/** The largest id that every database stores; no row gets it. */
const largestId = 2_147_483_647

/** An id as a request names it, of any size: one that no database can store becomes one that no row has. */
export function limitId(id: number): number {
  return Math.min(id, largestId)
}

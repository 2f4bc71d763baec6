/** Makes the memory of an array: a SharedArrayBuffer where threads are to read it without a copy. */
export type Allocate = (bytes: number) => ArrayBufferLike

/** Memory of one thread's own. */
export const allocateOwn: Allocate = (bytes) => new ArrayBuffer(bytes)

/** Memory that threads share. */
export const allocateShared: Allocate = (bytes) => new SharedArrayBuffer(bytes)

/** A whole number (32 bits) each, all 0. */
export function allocateNumbers(allocate: Allocate, count: number): Int32Array {
  return new Int32Array(allocate(count * Int32Array.BYTES_PER_ELEMENT))
}

/** The same numbers in memory of that kind. */
export function copyNumbers(allocate: Allocate, numbers: ArrayLike<number>): Int32Array {
  const copy = allocateNumbers(allocate, numbers.length)
  copy.set(numbers)
  return copy
}

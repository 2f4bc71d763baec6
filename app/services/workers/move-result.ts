import { move, transferableSymbol, valueSymbol } from 'piscina'

/** Hands a task's result over to the main thread: arrays that no other thread shares are moved, not copied. */
export function moveResult(result: object): unknown {
  return move({ [valueSymbol]: result, [transferableSymbol]: [...new Set(listTransferables(result))] })
}

function listTransferables(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTransferables) : []
}

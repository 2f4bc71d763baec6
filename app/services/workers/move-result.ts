import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { move, transferableSymbol, valueSymbol } from 'piscina'

setFlagsFromString('--expose-gc')
const collectGarbage: (options: { type: 'minor' }) => void = runInNewContext('gc')

/**
 * Hands a task's result over to the main thread: arrays that no other thread shares are moved, not copied. Those that the task
 * needed no longer are freed first: V8 by itself lets 32 MB of them gather in each thread.
 */
export function moveResult(result: object): unknown {
  collectGarbage({ type: 'minor' })
  return move({ [valueSymbol]: result, [transferableSymbol]: [...new Set(listTransferables(result))] })
}

function listTransferables(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTransferables) : []
}

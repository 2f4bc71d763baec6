import { parentPort } from 'node:worker_threads'
import type { DrawingOrder, FromDrawer, ToDrawer } from './drawers.server.ts'
import { describeError, logLine, onBehalf } from './log.server.ts'
import { type Packed, packResponse } from './packed.server.ts'

interface Drawing {
  ask: (request: Request) => Promise<Response>
  /** Makes the headers of an answer whole. */
  dress: (headers: Headers) => void
  /** Lets go of what the thread holds. */
  close: () => Promise<void>
}

/** The other side of `openDrawers`: draws in this thread what is ordered, until it is told that it is enough. */
export function drawOrders({ ask, dress, close }: Drawing): void {
  const say = (message: FromDrawer) => parentPort?.postMessage(message)
  parentPort?.on('message', (message: ToDrawer) => {
    if (message === 'enough') return void close().finally(() => parentPort?.close())
    const { number, order } = message
    void onBehalf(() => draw(order), order.id).then((packed) => say({ number, packed }))
  })
  say('ready')

  async function draw({ url, headers, wanted }: DrawingOrder): Promise<Packed | undefined> {
    try {
      const response = await ask(new Request(url, { headers }))
      const dressed = new Headers(response.headers)
      dress(dressed)
      return await packResponse(wanted, response, dressed)
    } catch (error) {
      logLine('error', 'bug', describeError(error))
    }
  }
}

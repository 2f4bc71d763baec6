import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { z } from 'zod'

/**
 * A load generator in its own process: sends one request as fast as it is answered on a few open connections. It
 * counts bytes and never parses, so that it is not the bottleneck: every response is as long as the first.
 */
const params = z.object({
  port: z.number(),
  /** Each 'ADDR' in it becomes one of many addresses, because reads are rate-limited per address. */
  rawRequest: z.string(),
  connections: z.number(),
  ms: z.number(),
})
const addresses = Array.from({ length: 4096 }, (_, n) => `10.${100 + (n >> 8)}.1.${100 + (n & 127)}`)
let requestCount = 0

process.on('message', async (message) => {
  process.send?.(await measureRate(params.parse(message)))
})

async function measureRate({ port, rawRequest, connections, ms }: z.infer<typeof params>) {
  const length = await measureResponse(port, rawRequest)
  const until = performance.now() + ms
  const startedAt = performance.now()
  const counts = await Promise.all(
    Array.from({ length: connections }, () => requestUntil(until, { port, rawRequest, length })),
  )
  const seconds = (performance.now() - startedAt) / 1000
  return { perSecond: counts.reduce((sum, count) => sum + count, 0) / seconds, length }
}

/** The size of one response in bytes, with its head. */
async function measureResponse(port: number, rawRequest: string): Promise<number> {
  const socket = await open(port)
  socket.write(nextRequest(rawRequest))
  let text = ''
  while (!text.includes('\r\n\r\n')) text += String((await once(socket, 'data'))[0].toString('latin1'))
  socket.destroy()
  const head = text.slice(0, text.indexOf('\r\n\r\n') + 4)
  return head.length + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
}

async function requestUntil(
  until: number,
  { port, rawRequest, length }: { port: number; rawRequest: string; length: number },
): Promise<number> {
  const socket = await open(port)
  let [responses, receivedBytes] = [0, 0]
  const done = new Promise<number>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      receivedBytes += chunk.length
      if (receivedBytes > length)
        reject(new Error(`A response has ${receivedBytes} bytes instead of ${length}`))
      if (receivedBytes < length) return
      receivedBytes = 0
      responses += 1
      if (performance.now() < until) socket.write(nextRequest(rawRequest))
      else resolve(responses)
    })
  })
  socket.write(nextRequest(rawRequest))
  return done.finally(() => socket.destroy())
}

function nextRequest(rawRequest: string): string {
  requestCount += 1
  return rawRequest.replace('ADDR', addresses[requestCount % addresses.length] ?? '')
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { z } from 'zod'

/**
 * A load generator in its own process: sends one request as fast as it is answered on a few open connections. It
 * counts bytes and never parses, so that it is not the bottleneck: every response is as long as the first.
 */
const order = z.object({
  port: z.number(),
  /** Each 'ADDR' in it becomes one of many addresses, because reads are rate-limited per address. */
  question: z.string(),
  connections: z.number(),
  ms: z.number(),
})
const addresses = Array.from({ length: 4096 }, (_, n) => `10.${100 + (n >> 8)}.1.${100 + (n & 127)}`)
let asked = 0

process.on('message', async (message) => {
  process.send?.(await hammer(order.parse(message)))
})

async function hammer({ port, question, connections, ms }: z.infer<typeof order>) {
  const length = await measureAnswer(port, question)
  const until = performance.now() + ms
  const began = performance.now()
  const counts = await Promise.all(
    Array.from({ length: connections }, () => askUntil(until, { port, question, length })),
  )
  const seconds = (performance.now() - began) / 1000
  return { perSecond: counts.reduce((sum, count) => sum + count, 0) / seconds, length }
}

/** The size of one response in bytes, with its head. */
async function measureAnswer(port: number, question: string): Promise<number> {
  const socket = await open(port)
  socket.write(spell(question))
  let text = ''
  while (!text.includes('\r\n\r\n')) text += String((await once(socket, 'data'))[0].toString('latin1'))
  socket.destroy()
  const head = text.slice(0, text.indexOf('\r\n\r\n') + 4)
  return head.length + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
}

async function askUntil(
  until: number,
  { port, question, length }: { port: number; question: string; length: number },
): Promise<number> {
  const socket = await open(port)
  let [answers, arrived] = [0, 0]
  const done = new Promise<number>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      arrived += chunk.length
      if (arrived > length) reject(new Error(`An answer has ${arrived} bytes instead of ${length}`))
      if (arrived < length) return
      arrived = 0
      answers += 1
      if (performance.now() < until) socket.write(spell(question))
      else resolve(answers)
    })
  })
  socket.write(spell(question))
  return done.finally(() => socket.destroy())
}

function spell(question: string): string {
  asked += 1
  return question.replace('ADDR', addresses[asked % addresses.length] ?? '')
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return socket
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createIdleWaiter } from '#app/server/load-shedding/event-loop-idle.server.ts'

const limits = { idleTurns: 3, maxListeningMs: 10_000, maxTotalMs: 10_000 }

test('the event loop is idle once every waiting connection is accepted', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const waitForIdle = createIdleWaiter(server)
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
  })
  const sockets = Array.from({ length: 60 }, () => connect(address.port, '127.0.0.1'))
  expect(accepted).toBe(0)
  await waitForIdle(limits)
  expect(accepted).toBe(60)
  for (const socket of sockets) socket.destroy()
  server.close()
})

test('the wait is bounded when requests keep arriving or the loop is always busy', async () => {
  const server = createServer()
  const waitForIdle = createIdleWaiter(server)
  let isOver = false
  const sendRequests = () => {
    server.emit('request')
    if (!isOver) setImmediate(sendRequests)
  }
  sendRequests()
  const measureWait = async (overrides: Partial<typeof limits>, isComputing = false) => {
    const startedAt = performance.now()
    await waitForIdle({ ...limits, ...overrides }, () => isComputing)
    return performance.now() - startedAt
  }
  expect(await measureWait({ maxListeningMs: 20 })).toBeGreaterThanOrEqual(20)
  // Time that a running request computes does not count, up to maxTotalMs.
  expect(await measureWait({ maxListeningMs: 20, maxTotalMs: 100 }, true)).toBeGreaterThanOrEqual(100)
  isOver = true
})

test('requests that are answered at once do not prolong the wait', async () => {
  const server = createServer()
  const waitForIdle = createIdleWaiter(server, ({ url }) => url === '/at-once')
  let sent = 0
  let isOver = false
  const sendRequests = () => {
    sent += 1
    server.emit('request', { url: '/at-once' })
    if (!isOver) setImmediate(sendRequests)
  }
  sendRequests()
  await waitForIdle({
    ...limits,
    maxListeningMs: Number.POSITIVE_INFINITY,
    maxTotalMs: Number.POSITIVE_INFINITY,
  })
  isOver = true
  expect(sent).toBeGreaterThanOrEqual(limits.idleTurns)
})

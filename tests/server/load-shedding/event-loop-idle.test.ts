import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createIdleWaiter } from '#app/server/load-shedding/event-loop-idle.server.ts'

const patience = { idleTurns: 3, maxListeningMs: 10_000, maxTotalMs: 10_000 }

test('it is quiet when everybody who stood before the door is in', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const waitForIdle = createIdleWaiter(server)
  let taken = 0
  server.on('connection', () => {
    taken += 1
  })
  const sockets = Array.from({ length: 60 }, () => connect(address.port, '127.0.0.1'))
  expect(taken).toBe(0)
  await waitForIdle(patience)
  expect(taken).toBe(60)
  for (const socket of sockets) socket.destroy()
  server.close()
})

test('who keeps coming, and a loop that is always busy, are not waited for without end', async () => {
  const server = createServer()
  const waitForIdle = createIdleWaiter(server)
  let isOver = false
  const come = () => {
    server.emit('request')
    if (!isOver) setImmediate(come)
  }
  come()
  const spend = async (given: Partial<typeof patience>, isComputing = false) => {
    const began = performance.now()
    await waitForIdle({ ...patience, ...given }, () => isComputing)
    return performance.now() - began
  }
  expect(await spend({ maxListeningMs: 20 })).toBeGreaterThanOrEqual(20)
  // What is computed meanwhile is not counted, up to a point.
  expect(await spend({ maxListeningMs: 20, maxTotalMs: 100 }, true)).toBeGreaterThanOrEqual(100)
  isOver = true
})

import { Agent } from 'node:http'
import { expect, test } from 'vitest'
import { MAX_UNREAD_BYTES } from '#app/server/monitoring/log.server.ts'
import { startServer } from '#tests/support/server.ts'

/** What becomes of the server when its log cannot be written. */

test('while nobody reads its log the server answers and keeps 8 MB of lines; read again, the log says how many are lost', async () => {
  const server = await startServer()
  server.child.stdout.pause()
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  // It is refused at once, and its line is as long as lines get.
  const path = `/${'"'.repeat(2048)}`
  const turns = Array(100).fill(0)
  for (const _ of turns) {
    const replies = await Promise.all(turns.map(() => server.ask({ agent, path })))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]))
  }
  agent.destroy()
  server.child.stdout.resume()
  let asked = 100 * 100
  for (; !server.output.out.includes('"/last"'); asked += 1) await server.ask({ path: '/last' })
  expect((await server.stop()).code).toBe(0)
  expect(server.output.out.length).toBeLessThan(MAX_UNREAD_BYTES * 1.1)
  const log = server.log()
  const lost = Number(log.find(({ event }) => event === 'log-lines-lost')?.lines)
  expect(lost).toBeGreaterThanOrEqual(asked - log.filter(({ event }) => event === 'request').length)
})

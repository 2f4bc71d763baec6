import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { newDatabase } from '#tests/support/databases.ts'
import { startServer } from '#tests/support/server.ts'
import { createSaveLog } from '../../scripts/load/save-log.ts'
import { getEntryOrder, openSaver } from './support/client.ts'
import { compareWithStore, makeGame, type Player, report } from './support/game.ts'

const location = await newDatabase('faults')
let server: Awaited<ReturnType<typeof startServer>>
let players: Player[]

beforeAll(async () => {
  players = (await makeGame(location, 20)).players
  server = await startServer({ DATABASE_FILE: location })
})

/** Sends `start`, then `chunk` every second, until the server ends the connection. Returns its response and the time. */
async function sendSlowly(start: string, chunk: string) {
  const startedAt = performance.now()
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(start)
  const timer = setInterval(() => socket.writable && socket.write(chunk), 1000)
  const response = await text(socket).catch(() => '')
  clearInterval(timer)
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]),
    response,
    seconds: (performance.now() - startedAt) / 1000,
  }
}

test('hundreds of slow clients are disconnected in time, and delay nobody', async () => {
  const host = `Host: localhost:${server.port}\r\n`
  const form = `POST /consent HTTP/1.1\r\n${host}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5000\r\n\r\n`
  const heads = Array.from({ length: 300 }, () => sendSlowly(`GET / HTTP/1.1\r\n${host}`, 'X-Slow: so\r\n'))
  const bodies = Array.from({ length: 300 }, () => sendSlowly(form, 'a'))
  const log = createSaveLog()
  let longest = 0
  for (const [n, player] of players.entries()) {
    const saver = openSaver(server.port, player, log)
    const startedAt = performance.now()
    expect((await saver.saveTeam(`Quick ${n}`)).outcome).toBe('saved')
    expect((await saver.saveLineup(getEntryOrder(n))).outcome).toBe('saved')
    longest = Math.max(longest, (performance.now() - startedAt) / 2)
  }
  const headTimes = (await Promise.all(heads)).map(({ status, response, seconds }) => {
    expect([status, response.includes('nosniff'), response.includes('took too long')]).toEqual([
      408,
      true,
      true,
    ])
    return seconds
  })
  const bodyTimes = (await Promise.all(bodies)).map(({ status, response, seconds }) => {
    expect([status, response.includes('took too long to arrive')]).toEqual([400, true])
    return seconds
  })
  expect((await server.stop()).code).toBe(0)
  const { broken, ...figures } = await compareWithStore(location, log.saves)
  const [head, body] = [Math.max(...headTimes), Math.max(...bodyTimes)].map((seconds) => seconds.toFixed(1))
  const late = {
    'heads gone after s': head,
    'bodies gone after s': body,
    'longest save ms': Math.round(longest),
  }
  report('300 slow heads and 300 slow bodies', { ...figures, ...late })
  expect(broken).toEqual([])
  expect(Math.min(...headTimes)).toBeGreaterThan(14)
  expect(Math.max(...headTimes)).toBeLessThan(20)
  expect(Math.max(...bodyTimes)).toBeLessThan(34)
})

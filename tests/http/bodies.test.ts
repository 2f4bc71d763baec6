import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createReader, openBodies, type SenderRole } from '#app/http/bodies.server.ts'
import { bodyCaps } from '#app/http/body.server.ts'

/** Bodies over real sockets: what is read of whom, and what all of them hold together. */
let handle: (incoming: IncomingMessage) => Promise<unknown>
let port: number
let results: Promise<unknown>[]
const sockets: Socket[] = []
const server = createServer((incoming, outgoing) => {
  const result = handle(incoming)
  results.push(result)
  void result.catch(() => {}).finally(() => outgoing.end())
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = address !== null && typeof address === 'object' ? address.port : 0
})
beforeEach(() => {
  results = []
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

/** Sends a head that promises `length` bytes, and the first of them. */
async function send(length: number, first = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  const begun = once(server, 'request')
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${first}`)
  await begun
  return socket
}

const textOf = (bytes: Uint8Array | 'late') => (bytes === 'late' ? bytes : Buffer.from(bytes).toString())

describe('a body', () => {
  test('that drips is given up', async () => {
    const read = createReader(1000)
    handle = (incoming) => read(incoming, 50)
    await send(10, 'a')
    expect(await results[0]).toBe('late')
  })

  test('of one that hangs up is none', async () => {
    const read = createReader(1000)
    handle = (incoming) => read(incoming, 30_000)
    const socket = await send(10, 'a')
    socket.destroy()
    await expect(results[0]).rejects.toThrow()
  })

  test('is read whole beside two hundred that never end, whoever sends them', async () => {
    const read = createReader(1000)
    handle = async (incoming) => textOf(await read(incoming, 30_000))
    for (let n = 0; n < 200; n += 1) await send(10, 'a')
    await send(4, 'full')
    expect(await results[200]).toBe('full')
  })
})

test('past their bound in bytes the one that began first is given up, and the newest is read', async () => {
  const read = createReader(1000)
  handle = async (incoming) => textOf(await read(incoming, 30_000))
  await send(600, 'a'.repeat(500))
  await send(600, 'b'.repeat(400))
  await send(300, 'c'.repeat(300))
  expect(await results[0]).toBe('late')
  expect(await results[2]).toBe('c'.repeat(300))
})

describe('what is read of whom', () => {
  const { stranger, form, picture } = bodyCaps
  const news = '/admin/news/new'
  const session = 'sid=x'

  test.each<[role: SenderRole, path: string, length: number, cookie: string, refused: string | null]>([
    ['stranger', '/auth/sign-in', stranger, '', null],
    ['stranger', '/auth/sign-in', stranger + 1, '', 'PAYLOAD_TOO_LARGE'],
    ['stranger', '/game/team', stranger + 1, session, 'UNAUTHENTICATED'],
    ['stranger', '/api/teams/mine', stranger + 1, '', 'UNAUTHENTICATED'],
    ['stranger', news, form, session, null],
    ['stranger', news, form, '', 'PAYLOAD_TOO_LARGE'],
    ['stranger', news, form + 1, session, 'UNAUTHENTICATED'],
    ['stranger', news, picture, '', 'PAYLOAD_TOO_LARGE'],
    ['manager', '/game/team', form, session, null],
    ['manager', news, form + 1, session, 'ACCESS_DENIED'],
    ['admin', news, picture, session, null],
  ])('%s at %s with %i bytes and %j: %s', async (role, path, length, cookie, refused) => {
    const takeBody = openBodies({ findRole: async () => role })
    const sender = { method: 'POST', contentLength: String(length), cookie, authorization: undefined }
    handle = (incoming) => takeBody(incoming, sender, path)
    const socket = await send(length)
    if (refused === null) socket.write('x'.repeat(length))
    const arrived = await results[0]
    expect(arrived).toMatchObject(
      refused === null ? { bytes: { length } } : { refused: { errorType: refused } },
    )
  })
})

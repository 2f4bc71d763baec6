import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bodyLimits } from '#app/http/request-body.server.ts'
import { createBodyMemory } from '#app/server/request/body-memory.server.ts'
import { createBodyReader, readBody, type SenderRole } from '#app/server/request/read-body.server.ts'

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse }
let handle: (exchange: Exchange) => Promise<unknown>
let port: number
let results: Promise<unknown>[]
let responses: ServerResponse[]
const sockets: Socket[] = []
const server = createServer((incoming, outgoing) => {
  responses.push(outgoing)
  const result = handle({ incoming, outgoing })
  results.push(result)
  void result.catch(() => {})
})

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = address !== null && typeof address === 'object' ? address.port : 0
})
beforeEach(() => {
  results = []
  responses = []
})
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

/** Sends the headers of a body of `length` bytes, and its first bytes. */
async function send(length: number, first = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  const received = once(server, 'request')
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${first}`)
  await received
  return socket
}

/** Reads every body into one memory of `maxBytes`. */
function readInto(maxBytes: number, timeoutMs = 30_000): void {
  const memory = createBodyMemory(maxBytes)
  handle = async (exchange) => {
    const length = Number(exchange.incoming.headers['content-length'])
    const bytes = await readBody(exchange, { length, timeoutMs, memory })
    return typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString()
  }
}

const kB = 1024

describe('a request body', () => {
  test('that arrives too slowly is given up', async () => {
    readInto(100 * kB, 50)
    await send(10, 'a')
    expect(await results[0]).toBe('late')
  })

  test('whose client closes the connection is rejected', async () => {
    readInto(100 * kB)
    const socket = await send(10, 'a')
    socket.destroy()
    await expect(results[0]).rejects.toThrow('hung up')
  })

  test('whose client closed the connection before reading is rejected at once', async () => {
    const memory = createBodyMemory(100 * kB)
    handle = async (exchange) => {
      await new Promise((resolve) => exchange.incoming.on('error', () => {}).once('close', resolve))
      return readBody(exchange, { length: 10, timeoutMs: 30_000, memory })
    }
    const socket = await send(10, 'a')
    socket.destroy()
    await expect(results[0]).rejects.toThrow('hung up')
  })

  test('is read whole beside two hundred that never end', async () => {
    readInto(100 * kB)
    for (let n = 0; n < 200; n += 1) await send(10, 'a')
    await send(4, 'full')
    expect(await results[200]).toBe('full')
  })
})

test('beyond the memory limit the oldest unfinished body is given up, and the newest is read', async () => {
  readInto(110 * kB)
  for (let n = 0; n < 4; n += 1) await send(10 * kB, 'a')
  await send(10 * kB, 'b'.repeat(10 * kB))
  expect(await results[4]).toBe('b'.repeat(10 * kB))
  expect(await results[0]).toBe('busy')
  await send(10 * kB, 'c')
  expect(await results[1]).toBe('busy')
})

test('a body of one byte also counts its headers and the request’s own memory', async () => {
  readInto(1000 * kB)
  for (let n = 0; n < 70; n += 1) await send(10, 'a')
  await send(2, 'ok')
  expect(await results[70]).toBe('ok')
  expect(await results[0]).toBe('busy')
})

test('complete bodies count against the memory limit until their responses are sent', async () => {
  readInto(110 * kB)
  for (let n = 0; n < 4; n += 1) await send(10 * kB, 'a'.repeat(10 * kB))
  expect(await Promise.all(results)).toEqual(Array.from({ length: 4 }, () => 'a'.repeat(10 * kB)))
  await send(4, 'late')
  expect(await results[4]).toBe('busy')
  responses[0]?.end()
  const [first] = responses
  if (first && !first.closed) await once(first, 'close')
  await send(4, 'then')
  expect(await results[5]).toBe('then')
})

describe('the body limit of each role', () => {
  const { anonymous, form, picture } = bodyLimits
  const news = '/admin/news/new'
  const session = 'sid=x'

  test.each<[role: SenderRole, path: string, length: number, cookie: string, refused: string | null]>([
    ['anonymous', '/auth/sign-in', anonymous, '', null],
    ['anonymous', '/auth/sign-in', anonymous + 1, '', 'PAYLOAD_TOO_LARGE'],
    ['anonymous', '/game/team', anonymous + 1, session, 'UNAUTHENTICATED'],
    ['anonymous', '/api/teams/mine', anonymous + 1, '', 'UNAUTHENTICATED'],
    ['anonymous', news, form, session, null],
    ['anonymous', news, form, '', 'PAYLOAD_TOO_LARGE'],
    ['anonymous', news, form + 1, session, 'UNAUTHENTICATED'],
    ['anonymous', news, picture, '', 'PAYLOAD_TOO_LARGE'],
    ['unknown', '/game/team', anonymous + 1, session, 'SERVICE_UNAVAILABLE'],
    ['manager', '/game/team', form, session, null],
    ['manager', news, form + 1, session, 'ACCESS_DENIED'],
    ['admin', news, picture, session, null],
  ])('%s at %s with %i bytes and %j: %s', async (role, path, length, cookie, refused) => {
    const readBodyOf = createBodyReader()
    const sender = { method: 'POST', contentLength: String(length), cookie, authorization: undefined }
    handle = (exchange) => readBodyOf(exchange, sender, path, async () => role)
    const socket = await send(length)
    if (refused === null) socket.write('x'.repeat(length))
    const result = await results[0]
    expect(result).toMatchObject(
      refused === null ? { bytes: { length } } : { refused: { errorType: refused } },
    )
  })
})

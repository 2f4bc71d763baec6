import { once } from 'node:events'
import { createServer, get, type RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createBodyMemory } from '#app/server/request/body-memory.server.ts'
import { toFetchRequest } from '#app/server/request/node-http.server.ts'
import { readBody } from '#app/server/request/read-body.server.ts'
import {
  encodeResponse,
  readClientPreferences,
  sendEncodedResponse,
} from '#app/server/response/send-response.server.ts'

/** Between Node's streams and the web's requests, over a real socket. */
async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port: address.port, url: `http://127.0.0.1:${address.port}/`, stop }
}

/** What Remix would see of a request. */
async function seen(init: RequestInit): Promise<Request> {
  const { promise, resolve } = later()
  const { url, stop } = await serve(async (incoming, outgoing) => {
    const length = Number(incoming.headers['content-length'] ?? 0)
    const reading = { length, timeoutMs: 30_000, memory: createBodyMemory(1024 * 1024) }
    const body = await readBody({ incoming, outgoing }, reading)
    if (typeof body !== 'string') {
      const at = new URL('https://douze.example/game?x=1')
      resolve(toFetchRequest(incoming, { url: at, body }))
    }
    outgoing.end()
  })
  await fetch(url, init)
  stop()
  return promise
}

/** Packs an answer and sends it. */
function answerWith(respond: () => Response, headers: Headers): RequestListener {
  return async (incoming, outgoing) =>
    sendEncodedResponse(outgoing, await encodeResponse(readClientPreferences(incoming), respond(), headers))
}

function later() {
  let resolve: (request: Request) => void = () => {}
  const promise = new Promise<Request>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

test('Remix sees the body whole, and nothing a visitor claims about where it came from', async () => {
  const request = await seen({
    method: 'POST',
    body: new URLSearchParams({ name: 'Björn' }),
    headers: {
      Origin: 'https://evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-For': '1.2.3.4',
    },
  })
  expect(request.url).toBe('https://douze.example/game?x=1')
  for (const name of ['Origin', 'X-Forwarded-Host', 'X-Forwarded-For'])
    expect(request.headers.has(name)).toBe(false)
  expect((await request.formData()).get('name')).toBe('Björn')
})

test('a post without any body is an empty form', async () => {
  const form = await (await seen({ method: 'POST' })).formData()
  expect([...form]).toEqual([])
})

test('an answer goes out with every cookie and its length', async () => {
  const headers = new Headers({ 'X-Other': 'yes' })
  headers.append('Set-Cookie', 'a=1')
  headers.append('Set-Cookie', 'b=2; Path=/')
  const { url, stop } = await serve(answerWith(() => new Response('Zwölf', { status: 422 }), headers))
  const answer = await fetch(url)
  expect(answer.status).toBe(422)
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2; Path=/'])
  expect(answer.headers.get('Content-Length')).toBe('6')
  expect(await answer.text()).toBe('Zwölf')
  stop()
})

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
] as const)(
  'a page that is sent once is squeezed for who takes %s, and its length is told',
  async (coding, open) => {
    const page = '<p>Twelve points go to</p>'.repeat(100)
    const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' })
    const { port, stop } = await serve(answerWith(() => new Response(page), headers))
    const [answer] = await once(get({ port, headers: { 'Accept-Encoding': coding } }), 'response')
    const body = await buffer(answer)
    expect(answer.headers['content-encoding']).toBe(coding)
    expect(answer.headers.vary).toBe('Accept-Encoding')
    expect(answer.headers['content-length']).toBe(String(body.length))
    expect(body.length).toBeLessThan(page.length / 2)
    expect(open(body).toString()).toBe(page)
    stop()
  },
)

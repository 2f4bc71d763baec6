import { once } from 'node:events'
import { createServer, get, type RequestListener } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createBodyMemory } from '#app/server/request/body-memory.server.ts'
import { toFetchRequest } from '#app/server/request/node-http.server.ts'
import { readBody } from '#app/server/request/read-body.server.ts'
import { sendResponse } from '#app/server/response/send-response.server.ts'

/** A server on a real socket. */
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

/** The request that Remix gets. */
async function passThrough(init: RequestInit): Promise<Request> {
  const { promise, resolve } = createDeferred()
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

function createDeferred() {
  let resolve: (request: Request) => void = () => {}
  const promise = new Promise<Request>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

test('Remix gets the whole body, and no forwarding header of the visitor', async () => {
  const request = await passThrough({
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

test('Remix gets the public host and our own origin, so that the request passes its check', async () => {
  const request = await passThrough({ method: 'POST', headers: { Origin: 'https://douze.example' } })
  expect(request.headers.get('Origin')).toBe('https://douze.example')
  expect(request.headers.get('Host')).toBe('douze.example')
})

test('a response has all its cookies and its length', async () => {
  const headers = new Headers({ 'X-Other': 'yes' })
  headers.append('Set-Cookie', 'a=1')
  headers.append('Set-Cookie', 'b=2; Path=/')
  const { url, stop } = await serve((_, outgoing) =>
    sendResponse(outgoing, new Response('Zwölf', { status: 422, headers })),
  )
  const response = await fetch(url)
  expect(response.status).toBe(422)
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2; Path=/'])
  expect(response.headers.get('Content-Length')).toBe('6')
  expect(await response.text()).toBe('Zwölf')
  stop()
})

test.each([
  ['gzip', gunzipSync],
  ['br', brotliDecompressSync],
] as const)(
  'an uncached page is compressed with %s for clients that accept it, with its length',
  async (coding, open) => {
    const page = '<p>Twelve points go to</p>'.repeat(100)
    const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' })
    const { port, stop } = await serve((_, outgoing) =>
      sendResponse(outgoing, new Response(page, { headers })),
    )
    const [response] = await once(get({ port, headers: { 'Accept-Encoding': coding } }), 'response')
    const body = await buffer(response)
    expect(response.headers['content-encoding']).toBe(coding)
    expect(response.headers.vary).toBe('Accept-Encoding')
    expect(response.headers['content-length']).toBe(String(body.length))
    expect(body.length).toBeLessThan(page.length / 2)
    expect(open(body).toString()).toBe(page)
    stop()
  },
)

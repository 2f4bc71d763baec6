import { once } from 'node:events'
import { statSync } from 'node:fs'
import { Agent, request as ask, type OutgoingHttpHeaders } from 'node:http'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { freePort } from './provider.ts'

/** Whether the app is tested on the stock server (the project 'remix-serve' of vitest.config.ts). */
export const isRemixServe = process.env.SERVER === 'remix-serve'

/** A request exactly as it is sent. */
export interface SentRequest {
  method: string
  path: string
  headers: OutgoingHttpHeaders
  bytes?: Uint8Array
}

/** The URL by which remix-serve imports a build: under another, this process would get a second copy of it. */
export function toBuildUrl(build: string): string {
  return `${pathToFileURL(build).href}?t=${statSync(build).mtimeMs}`
}

/** Keeps the line that remix-serve writes about each request out of the test report; a spy still gets it. */
function muteRequestLines(): void {
  const write = process.stdout.write.bind(process.stdout)
  process.stdout.write = (text: string | Uint8Array) =>
    /^[A-Z]+ \S+ \S+ \S+ - \S+ ms\n$/.test(String(text)) || write(text)
}

/**
 * Runs the command of remix-serve in this process, so that the build has the clock and the log of the tests, and returns
 * what sends a request to its socket.
 */
export async function startRemixServe(build: string): Promise<(sent: SentRequest) => Promise<Response>> {
  const port = await freePort()
  Object.assign(process.env, { PORT: String(port), HOST: '127.0.0.1' })
  process.argv[2] = build
  const log = console.log
  const isListening = new Promise<void>((resolve) => {
    console.log = () => resolve()
  })
  muteRequestLines()
  createRequire(import.meta.url)(resolve('node_modules/@remix-run/serve/dist/cli.js'))
  await isListening
  console.log = log
  const agent = new Agent({ keepAlive: true })
  return async ({ method, path, headers, bytes }) => {
    const escaped = path.replace(/[^!-~]/gu, encodeURIComponent)
    const outgoing = ask({ host: '127.0.0.1', port, agent, method, path: escaped, headers })
    outgoing.end(bytes)
    const [incoming] = await once(outgoing, 'response')
    const body = await buffer(incoming)
    const responseHeaders = Object.entries<string | string[]>(incoming.headers).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, each]),
    )
    const hasBody = body.length > 0
    return new Response(hasBody ? body : null, { status: incoming.statusCode, headers: responseHeaders })
  }
}

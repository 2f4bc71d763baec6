import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** One request, and the text that its response must contain to count. */
export interface BenchRequest {
  path: string
  cookie: string
  mark: RegExp
}

/** A server to measure, with its column's name and its n-th request. */
export interface BenchTarget {
  column: string
  port: number
  buildRequest: (n: number) => BenchRequest
}

/** Milliseconds from the request to the last byte of the response. */
export interface Timing {
  column: string
  p50: number
  p99: number
}

interface LoadAmount {
  /** Unmeasured requests to each target at the start. */
  warmUp: number
  measured: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/**
 * Sends requests to all servers alternately, so that any other load on the machine affects all alike. One request at
 * a time: this measures response times, not a queue. Throws when a response is not the expected page.
 */
export async function measureAlternately(all: readonly BenchTarget[], amount: LoadAmount): Promise<Timing[]> {
  const samples = all.map((): number[] => [])
  for (let n = 0; n < amount.warmUp + amount.measured; n += 1) {
    for (const [index, target] of all.entries()) {
      const ms = await timeRequest(target.port, target.buildRequest(n))
      if (n >= amount.warmUp) samples[index]?.push(ms)
    }
  }
  return all.map(({ column }, index) => toTiming(column, samples[index] ?? []))
}

async function timeRequest(port: number, { path, cookie, mark }: BenchRequest): Promise<number> {
  const startedAt = performance.now()
  const headers = { host: `localhost:${port}`, cookie }
  const outgoing = request({ host: '127.0.0.1', port, path, headers, agent }).end()
  const [response] = await once(outgoing, 'response')
  const body = await text(response)
  const ms = performance.now() - startedAt
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`)
  if (!mark.test(body)) throw new Error(`${path} is not the expected page: no ${mark}`)
  return ms
}

function toTiming(column: string, samples: number[]): Timing {
  const sorted = samples.sort((a, b) => a - b)
  return { column, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) }
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Report } from './part.ts'
import { printTable } from './table.ts'

/** Many short rounds: any other load on the machine affects both servers alike. */
export const amount = { rounds: 40, ms: 250, connections: 16 }

/** A whole response. */
export interface HttpResponse {
  status: number
  headers: string[]
  body: Buffer
}

/** The same request to the app and to the baseline. */
export interface ServerComparison {
  name: string
  ports: { app: number; baseline: number }
  rawRequest: string
  rates: { app: number[]; baseline: number[] }
}

const rate = z.object({ perSecond: z.number() })

/** Measures both servers of every comparison alternately. */
export async function compareAll(
  generator: ChildProcess,
  comparisons: readonly ServerComparison[],
  logProgress: (line: string) => void,
): Promise<void> {
  for (let round = 0; round <= amount.rounds; round += 1) {
    for (const comparison of comparisons) await measureBoth(generator, comparison, round)
    if (round % 10 === 0) logProgress(`round ${round} of ${amount.rounds}`)
  }
}

/** The first round only warms up; the order alternates with every round. */
async function measureBoth(
  generator: ChildProcess,
  { ports, rawRequest, rates }: ServerComparison,
  round: number,
): Promise<void> {
  const order = round % 2 === 0 ? (['app', 'baseline'] as const) : (['baseline', 'app'] as const)
  for (const server of order) {
    generator.send({ port: ports[server], rawRequest, connections: amount.connections, ms: amount.ms })
    const [message] = await once(generator, 'message')
    if (round > 0) rates[server].push(rate.parse(message).perSecond)
  }
}

/**
 * A table of ratios, and a sentence for each comparison in which the app reached less than `leastShare` of the
 * baseline. Without `leastShare` nothing is judged.
 */
export function reportComparisons(
  comparisons: readonly ServerComparison[],
  { subject, leastShare, baseline: baselineName }: { subject: string; leastShare?: number; baseline: string },
): Report {
  const results = comparisons.map(({ name, rates }) => {
    const shares = rates.app.map((app, round) => app / (rates.baseline[round] ?? Number.NaN))
    return { name, app: median(rates.app), baseline: median(rates.baseline), share: median(shares) }
  })
  const rows = results.map(({ name, app, baseline, share }) => [
    name,
    share.toFixed(2),
    app.toFixed(0),
    baseline.toFixed(0),
  ])
  const head = [
    subject,
    `share of the baseline${leastShare === undefined ? '' : ` (at least ${leastShare})`}`,
    'responses/s',
    `baseline: ${baselineName}`,
  ]
  const broken = results
    .filter(({ share }) => leastShare !== undefined && !(share >= leastShare))
    .map(({ name, share }) => `${name}: ${share.toFixed(2)} of the baseline`)
  return { markdown: printTable(head, rows), broken }
}

/** Starts a script of the benchmark in its own process. */
export function spawnOwned(children: ChildProcess[], script: string): ChildProcess {
  const child = fork(script, { execArgv: ['--import', 'tsx'] })
  children.push(child)
  return child
}

/**
 * Sends the request twice: the second response is the cached one. Its headers exclude those that node:http adds by
 * itself.
 */
export async function sendRequest(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<HttpResponse> {
  await sendOnce(port, path, headers)
  const { status, rawHeaders, body } = await sendOnce(port, path, headers)
  if (![200, 304].includes(status)) throw new Error(`${path} answered ${status}`)
  return { status, headers: withoutNodeHeaders(rawHeaders), body }
}

async function sendOnce(port: number, path: string, headers: Record<string, string>) {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    headers: { Host: `localhost:${port}`, ...headers },
  }).end()
  const [response] = await once(outgoing, 'response')
  return { status: response.statusCode, rawHeaders: response.rawHeaders, body: await buffer(response) }
}

function withoutNodeHeaders(raw: readonly string[]): string[] {
  const nodeHeaders = ['date', 'connection', 'keep-alive']
  return raw.filter((_, index) => !nodeHeaders.includes((raw[index - (index % 2)] ?? '').toLowerCase()))
}

/** A request as raw HTTP. */
export function formatRequest(port: number, path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ Host: `localhost:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

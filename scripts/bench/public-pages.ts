import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { freePort } from '../../tests/provider.ts'
import { startAppServer } from './app-server.ts'
import type { Bench, Report } from './part.ts'
import { makePublicStore } from './public-store.ts'
import { printTable } from './table.ts'

/** A kept page is to be sent at this share of what bare node:http does with the same bytes, at least. */
const leastShare = 0.5
/** Short turns and many: whatever else happens on the machine then hits both alike. */
const amount = { rounds: 40, ms: 250, connections: 16 }

interface Answer {
  status: number
  headers: string[]
  body: Buffer
}

/** One page asked of both servers. */
interface Duel {
  name: string
  ports: { app: number; floor: number }
  question: string
  rates: { app: number[]; floor: number[] }
}

const rate = z.object({ perSecond: z.number() })

/** Kept public pages beside a floor that sends the same, in turns within one run. */
export async function measurePart({ workspace, say }: Bench): Promise<Report> {
  const app = await startAppServer(workspace, await makePublicStore(workspace.folder))
  const children: ChildProcess[] = []
  try {
    const hammer = own(children, 'scripts/bench/hammer.ts')
    const duels: Duel[] = []
    for (const [name, path, isKnown] of asked) {
      const headers = {
        'Accept-Encoding': 'gzip',
        ...(isKnown ? { 'If-None-Match': await tagOf(app, path) } : {}),
      }
      const answer = await ask(app, path, headers)
      const floor = await startFloor(children, answer)
      const question = spell(app, path, headers)
      duels.push({
        name: `${name}, ${answer.status}, ${answer.body.length} bytes`,
        ports: { app, floor },
        question,
        rates: { app: [], floor: [] },
      })
    }
    for (let round = 0; round <= amount.rounds; round += 1) {
      for (const duel of duels) await fight(hammer, duel, round)
      if (round % 10 === 0) say(`public pages: round ${round} of ${amount.rounds}`)
    }
    return report(duels)
  } finally {
    for (const child of children) child.kill()
  }
}

const asked = [
  ['home', '/', false],
  ['news', '/news', false],
  ['home, known', '/', true],
] as const

/** The first round only warms up; who goes first changes with every round. */
async function fight(hammer: ChildProcess, { ports, question, rates }: Duel, round: number): Promise<void> {
  const order = round % 2 === 0 ? (['app', 'floor'] as const) : (['floor', 'app'] as const)
  for (const who of order) {
    hammer.send({ port: ports[who], question, connections: amount.connections, ms: amount.ms })
    const [message] = await once(hammer, 'message')
    if (round > 0) rates[who].push(rate.parse(message).perSecond)
  }
}

function report(duels: readonly Duel[]): Report {
  const results = duels.map(({ name, rates }) => {
    const shares = rates.app.map((app, round) => app / (rates.floor[round] ?? Number.NaN))
    return { name, app: median(rates.app), floor: median(rates.floor), share: median(shares) }
  })
  const rows = results.map(({ name, app, floor, share }) => [
    name,
    share.toFixed(2),
    app.toFixed(0),
    floor.toFixed(0),
  ])
  const head = [
    'kept page',
    `share of the floor (at least ${leastShare})`,
    'answers/s',
    'floor: bare node:http',
  ]
  const broken = results
    .filter(({ share }) => !(share >= leastShare))
    .map(({ name, share }) => `${name}: ${share.toFixed(2)} of the floor`)
  return { markdown: printTable(head, rows), broken }
}

async function startFloor(children: ChildProcess[], { status, headers, body }: Answer): Promise<number> {
  const port = await freePort()
  const floor = own(children, 'scripts/bench/floor-server.ts')
  floor.send({ port, status, headers, body: body.toString('base64') })
  await once(floor, 'message')
  return port
}

function own(children: ChildProcess[], script: string): ChildProcess {
  const child = fork(script, { execArgv: ['--import', 'tsx'] })
  children.push(child)
  return child
}

async function tagOf(port: number, path: string): Promise<string> {
  const { headers } = await ask(port, path, {})
  return headers[headers.findIndex((name) => name.toLowerCase() === 'etag') + 1] ?? ''
}

/** Asks twice: the second answer is the kept one. Its headers without those that node:http adds by itself. */
async function ask(port: number, path: string, headers: Record<string, string>): Promise<Answer> {
  await askOnce(port, path, headers)
  const { status, rawHeaders, body } = await askOnce(port, path, headers)
  if (![200, 304].includes(status)) throw new Error(`${path} answered ${status}`)
  return { status, headers: withoutNodes(rawHeaders), body }
}

async function askOnce(port: number, path: string, headers: Record<string, string>) {
  const asking = request({
    host: '127.0.0.1',
    port,
    path,
    headers: { Host: `localhost:${port}`, ...headers },
  }).end()
  const [response] = await once(asking, 'response')
  return { status: response.statusCode, rawHeaders: response.rawHeaders, body: await buffer(response) }
}

function withoutNodes(raw: readonly string[]): string[] {
  const own = ['date', 'connection', 'keep-alive']
  return raw.filter((_, index) => !own.includes((raw[index - (index % 2)] ?? '').toLowerCase()))
}

function spell(port: number, path: string, headers: Record<string, string>): string {
  const lines = Object.entries({ Host: `localhost:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sendRaw } from '../../tests/support/server.ts'
import { startApp } from './app-server.ts'
import { median } from './compare-servers.ts'
import type { Bench, Report } from './part.ts'
import { readCpuMs, readPeakResidentBytes } from './process-stats.ts'
import { createPublicDatabase } from './public-database.ts'
import { printTable } from './table.ts'

const kilobyte = 1024
/** How often each is sent: the first time the server's code for it is not compiled yet. */
const rounds = 5
const [maxCpuMs, maxWaitMs, maxMegabytes] = [130, 300, 250]

/** Requests that are sent on some connections without waiting for a response. `limits`: what may not be exceeded. */
interface Flood {
  name: string
  connections: number
  target: string
  bytes: number
  limits: { cpuMs?: number; waitMs?: number }
}

const [file, page] = ['/favicon.ico', '/songs']
const floods: readonly Flood[] = [
  {
    name: '64 kB of a file',
    connections: 1,
    target: file,
    bytes: 64 * kilobyte,
    limits: { cpuMs: maxCpuMs, waitMs: maxWaitMs },
  },
  {
    name: '64 kB of a cached page',
    connections: 1,
    target: page,
    bytes: 64 * kilobyte,
    limits: { cpuMs: maxCpuMs, waitMs: maxWaitMs },
  },
  {
    name: '1 MB of a file',
    connections: 1,
    target: file,
    bytes: 1024 * kilobyte,
    limits: { waitMs: maxWaitMs },
  },
  {
    name: '4 MB of a file',
    connections: 1,
    target: file,
    bytes: 4096 * kilobyte,
    limits: { waitMs: maxWaitMs },
  },
  {
    name: '4 connections of 1 MB of a file',
    connections: 4,
    target: file,
    bytes: 1024 * kilobyte,
    limits: {},
  },
  {
    name: '10 connections of 1 MB of a file',
    connections: 10,
    target: file,
    bytes: 1024 * kilobyte,
    limits: {},
  },
  {
    name: '150 connections of 40 requests for a page',
    connections: 150,
    target: '/songs?q=a',
    bytes: 40 * 43,
    limits: {},
  },
]

/** Sends pipelined requests to the started server, while another visitor asks for a file again and again. */
export async function measurePart({ workspace, logProgress }: Bench): Promise<Report> {
  const { port, child } = await startApp(workspace, await createPublicDatabase(workspace.folder))
  for (const path of ['/robots.txt', file, page])
    for (let n = 0; n < 50; n += 1) await measureWait(port, path)
  const rows: string[][] = []
  const broken: string[] = []
  for (const flood of floods) {
    const measured: Awaited<ReturnType<typeof measureFlood>>[] = []
    for (let round = 0; round < rounds; round += 1) measured.push(await measureFlood(port, child.pid, flood))
    const cpuTimes = measured.map(({ cpuMs }) => cpuMs)
    const [cpuMs, waitMs] = [median(cpuTimes), Math.max(...measured.map((each) => each.waitMs))]
    logProgress(`connections: ${flood.name}`)
    rows.push([flood.name, cpuMs.toFixed(0), `${cpuTimes[0]}`, waitMs.toFixed(0)])
    if (cpuMs > (flood.limits.cpuMs ?? Number.POSITIVE_INFINITY))
      broken.push(`${flood.name}: ${cpuMs} ms of processor time`)
    if (waitMs > (flood.limits.waitMs ?? Number.POSITIVE_INFINITY))
      broken.push(`${flood.name}: others wait ${waitMs.toFixed(0)} ms`)
  }
  const megabytes = readPeakResidentBytes(child.pid) / 2 ** 20
  if (!(megabytes <= maxMegabytes)) broken.push(`memory: ${megabytes.toFixed(0)} MB`)
  const head = [
    'pipelined requests',
    `processor ms, median of ${rounds} (64 kB: at most ${maxCpuMs})`,
    'the first time',
    `longest wait of another visitor, ms (one connection: at most ${maxWaitMs})`,
  ]
  return {
    markdown: `${printTable(head, rows)}\n\nHighest memory: ${megabytes.toFixed(0)} MB (at most ${maxMegabytes}).`,
    broken,
  }
}

async function measureFlood(port: number, pid: number | undefined, { connections, target, bytes }: Flood) {
  const before = readCpuMs(pid)
  const one = `GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`
  const flood = Array.from({ length: connections }, () =>
    send(port, one.repeat(Math.ceil(bytes / one.length))),
  )
  let [waitMs, isOver] = [0, false]
  const sent = Promise.all(flood).then(() => {
    isOver = true
  })
  do waitMs = Math.max(waitMs, await measureWait(port))
  while (!isOver)
  await sent
  // What is left of the work is done.
  await pause(500)
  return { cpuMs: readCpuMs(pid) - before, waitMs }
}

/** Sends bytes, reads what comes, and resolves when the server has closed the connection. */
async function send(port: number, bytes: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume().write(bytes)
  await closed
}

async function measureWait(port: number, path = '/robots.txt'): Promise<number> {
  const startedAt = performance.now()
  await sendRaw({ port, path, headers: { Host: `localhost:${port}` } })
  return performance.now() - startedAt
}

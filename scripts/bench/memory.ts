import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '#db/engine.server.ts'
import type { Kind, LoadLog } from '../load/plan.ts'
import { quantile } from '../load/quantiles.ts'
import { startGenerator, startLoad } from '../load/run.ts'
import { startApp } from './app-server.ts'
import { copyLargeDatabase } from './large-database.ts'
import type { Bench, Report } from './part.ts'
import { setDeadline, signInSavers } from './rush/prepare-savers.ts'
import { printTable } from './table.ts'

const teams = 20_000
const managers = 10_000
const everyMs = 10_000
/** The heap limit of the main thread; workers have their own. */
const heapMb = 256
const maxMb = 250
/** Within the last twenty minutes, or the last third of a shorter run. */
const maxGrowth = 0.05
const shownEveryMinutes = 2

/** Some 30 requests a second, with three for a save: each visitor has an address of their own. */
const perSecond: Partial<Record<Kind, number>> = {
  dashboard: 9,
  ranking: 2,
  league: 4,
  results: 4,
  home: 1.5,
  news: 1.5,
  unique: 3,
  api: 3,
  save: 0.5,
  hostile: 0.5,
}

interface Sample {
  minute: number
  /** Total resident memory, and the anonymous part of it: heaps and buffers. */
  residentMb: number
  anonymousMb: number
}

/**
 * Resident memory of the server under a mixed load of 10,000 managers and of visitors who never request the same page
 * twice.
 */
export async function measurePart({ workspace, minutes, logProgress }: Bench): Promise<Report> {
  const file = join(workspace.folder, 'memory.db')
  await copyLargeDatabase(workspace, teams, file)
  const db = openDatabase(file)
  await sql`pragma synchronous = off`.execute(db)
  const roundNumber = await setDeadline(db, Date.now() + 24 * 60 * 60_000)
  const savers = await signInSavers(db, { teams, count: managers })
  await db.destroy()
  logProgress(`memory: ${savers.length} managers are signed in`)
  const { port, child } = await startApp(workspace, file, {
    NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
  })
  const children: ChildProcess[] = []
  try {
    const generator = await startGenerator(children)
    const plan = { ports: [port], startAt: Date.now() + 1000, seconds: minutes * 60, seed: 12, roundNumber }
    const logFile = join(workspace.folder, 'memory.json')
    const load = await startLoad(generator, { ...plan, perSecond, savers, logFile })
    const sampler = startSampling(child.pid, plan.startAt, logProgress)
    const log = await load.ended
    return report(sampler.end(), log, minutes)
  } finally {
    for (const each of children) each.kill()
  }
}

/** Samples every ten seconds, and once more at the end. */
function startSampling(pid: number | undefined, startAt: number, logProgress: Bench['logProgress']) {
  const samples: Sample[] = []
  const takeSample = () => {
    const minute = Math.max(0, Date.now() - startAt) / 60_000
    const { residentMb, anonymousMb } = readMemory(pid)
    samples.push({ minute, residentMb, anonymousMb })
    if (samples.length % 30 === 0)
      logProgress(`memory: ${residentMb.toFixed(0)} MB after ${minute.toFixed(0)} minutes`)
  }
  const timer = setInterval(takeSample, everyMs)
  takeSample()
  return {
    end(): Sample[] {
      clearInterval(timer)
      takeSample()
      return samples
    },
  }
}

/** NaN when the process has exited, and where the system does not report it. */
function readMemory(pid: number | undefined) {
  const read = (name: string, text: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8')
    return { residentMb: read('VmRSS', text), anonymousMb: read('RssAnon', text) }
  } catch {
    return { residentMb: Number.NaN, anonymousMb: Number.NaN }
  }
}

function report(samples: readonly Sample[], log: LoadLog, minutes: number): Report {
  const growth = growthOf(samples, Math.max(minutes - 20, (minutes * 2) / 3))
  const peakMb = Math.max(...samples.map(({ residentMb }) => residentMb))
  const summary = printTable(
    ['minutes', 'requests', 'refused', 'peak, MB', `growth at the end (at most ${maxGrowth * 100} %)`],
    [[String(minutes), ...countRequests(log), peakMb.toFixed(0), `${(growth * 100).toFixed(1)} %`]],
  )
  const broken = [
    ...(growth <= maxGrowth ? [] : [`memory grew by ${(growth * 100).toFixed(1)} % at the end`]),
    ...(peakMb <= maxMb ? [] : [`${peakMb.toFixed(0)} MB were resident, at most ${maxMb}`]),
  ]
  return { markdown: `${summary}\n\n${printCurve(samples)}`, broken: broken.map((each) => `memory: ${each}`) }
}

/** The growth from the first to the last quarter after `afterMinute`, by their medians. NaN without samples. */
function growthOf(samples: readonly Sample[], afterMinute: number): number {
  const span = samples.filter(({ minute }) => minute >= afterMinute).map(({ residentMb }) => residentMb)
  const quarter = Math.max(1, Math.floor(span.length / 4))
  return quantile(span.slice(-quarter), 0.5) / quantile(span.slice(0, quarter), 0.5) - 1
}

function countRequests({ samples }: LoadLog): string[] {
  const sent = samples.filter(({ kind }) => kind !== 'save')
  const refused = sent.filter(({ kind, status }) => kind !== 'hostile' && ![200, 303].includes(status))
  return [sent.length, refused.length].map(String)
}

function printCurve(samples: readonly Sample[]): string {
  const rows = samples.flatMap(({ minute, residentMb, anonymousMb }, at) => {
    const row = Math.floor(minute / shownEveryMinutes)
    const before = samples[at - 1]?.minute ?? Number.NEGATIVE_INFINITY
    const isShown = row > Math.floor(before / shownEveryMinutes) || at === samples.length - 1
    return isShown ? [[minute.toFixed(0), residentMb.toFixed(0), anonymousMb.toFixed(0)]] : []
  })
  return printTable(['minute', 'resident, MB', 'anonymous, MB'], rows)
}

import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../../load/quantiles.ts'
import { monotonicNow } from '../../load/save-log.ts'
import type { Report } from '../part.ts'
import { readCpuMs } from '../process-stats.ts'
import { printTable } from '../table.ts'
import { beginLoad, type LoadSource, untilStopped } from './load.ts'
import { askEvery, askers } from './night-report.ts'

/** Both servers are asked in turns, so many times. */
const turns = 3
/** Until everybody who asks has the newest answer, those included who were put off. */
const arrivalMs = 2 * askEvery * 1000
const measuredMs = askEvery * 1000
const perSecond = askers / askEvery
/** 'Nothing new' costs at most so many times the baseline's. */
const maxRatio = 1.5

interface Server {
  port: number
  pid: number | undefined
}

/**
 * The processor time of 'nothing new' at the rate of ten thousand people who ask every ten seconds, beside the baseline's at the
 * same rate. At a full rate a server that is nearly always busy wakes nobody, and what it sends costs it less.
 */
export async function measureQuestionCost(
  source: LoadSource,
  { app, baseline }: { app: Server; baseline: Server },
): Promise<Report> {
  const measured: { app: number; baseline: number }[] = []
  for (let turn = 0; turn < turns; turn += 1)
    measured.push({ app: await measureServer(source, app), baseline: await measureServer(source, baseline) })
  const median = (values: number[]) => quantile(values, 0.5)
  const ratios = measured.map((each) => each.app / each.baseline)
  const ratio = median(ratios)
  const head = [
    `'nothing new' at ${perSecond} questions a second`,
    'its CPU, ms',
    "the baseline's",
    'ratio',
    'at most',
    'ratio of each turn',
  ]
  const row = [
    `medians of ${turns} turns`,
    median(measured.map((each) => each.app)).toFixed(3),
    median(measured.map((each) => each.baseline)).toFixed(3),
    ratio.toFixed(2),
    String(maxRatio),
    ratios.map((each) => each.toFixed(2)).join(', '),
  ]
  const broken = ratio <= maxRatio ? [] : [`'nothing new' takes ${ratio.toFixed(2)} times the baseline`]
  return { markdown: printTable(head, [row]), broken }
}

/** The processor time of an answer, in ms. Throws where not all were 'nothing new'. */
async function measureServer(source: LoadSource, { port, pid }: Server): Promise<number> {
  const load = await beginLoad(source, { perSecond: { live: perSecond }, port }, untilStopped)
  await pause(arrivalMs)
  const [from, cpuBefore] = [monotonicNow(), readCpuMs(pid)]
  await pause(measuredMs)
  const [to, cpuAfter] = [monotonicNow(), readCpuMs(pid)]
  load.stop()
  const { samples } = await load.ended
  const answered = samples.map(({ at, ms, status }) => ({ at: at + ms, status }))
  const counted = answered.filter(({ at }) => at >= from && at < to)
  const others = counted.filter(({ status }) => status !== 304).length
  if (others > 0 || counted.length === 0)
    throw new Error(`${others} of ${counted.length} answers were not 'nothing new'`)
  return (cpuAfter - cpuBefore) / counted.length
}

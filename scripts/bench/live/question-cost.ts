import { setTimeout as pause } from 'node:timers/promises'
import { quantile } from '../../load/quantiles.ts'
import { monotonicNow } from '../../load/save-log.ts'
import type { Report } from '../part.ts'
import { readCpuMs } from '../process-stats.ts'
import { printTable } from '../table.ts'
import { beginLoad, type LoadSource, untilStopped } from './load.ts'
import { askEvery, askers } from './night-report.ts'

/** Both servers are asked in turns, so many times. */
const rounds = 5
/** Until everybody who asks has the newest answer, also who was put off twice. */
const arrivalMs = 3 * askEvery * 1000
const measuredMs = askEvery * 1000
const perSecond = askers / askEvery
/** 'Nothing new' costs at most so many times the baseline's. */
const maxRatio = 1.5

interface Server {
  port: number
  pid: number | undefined
}

/** `cpuMs`: of the whole process, for each answer. `others`: how many answers were not 'nothing new'. */
interface Cost {
  cpuMs: number
  answers: number
  others: number
}

/**
 * The processor time of 'nothing new' at the rate of ten thousand people who ask every ten seconds, beside the baseline's at the
 * same rate. Not at a full rate: there the generator never sleeps beside the baseline, which need not wake it with each answer.
 */
export async function measureQuestionCost(
  source: LoadSource,
  { app, baseline }: { app: Server; baseline: Server },
): Promise<Report> {
  const measured: { app: Cost; baseline: Cost }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const isAppFirst = round % 2 === 0
    const first = await measureCost(source, isAppFirst ? app : baseline)
    const second = await measureCost(source, isAppFirst ? baseline : app)
    measured.push(isAppFirst ? { app: first, baseline: second } : { app: second, baseline: first })
  }
  const costs = measured.flatMap(Object.values)
  const ratios = measured.map((each) => each.app.cpuMs / each.baseline.cpuMs)
  const ratio = quantile(ratios, 0.5)
  const print = (values: number[], digits: number) => values.map((value) => value.toFixed(digits)).join(', ')
  const head = [
    "'nothing new' on a show night",
    'answers/s',
    'CPU of the process for each, ms',
    "the baseline's",
    'ratio',
    'at most',
    'ratio of each round',
  ]
  const row = [
    `${rounds} rounds`,
    (costs.reduce((sum, { answers }) => sum + answers, 0) / (costs.length * askEvery)).toFixed(0),
    print(
      measured.map((each) => each.app.cpuMs),
      3,
    ),
    print(
      measured.map((each) => each.baseline.cpuMs),
      3,
    ),
    ratio.toFixed(2),
    String(maxRatio),
    print(ratios, 2),
  ]
  const others = costs.reduce((sum, each) => sum + each.others, 0)
  return {
    markdown: printTable(head, [row]),
    broken: [
      ...(ratio <= maxRatio ? [] : [`'nothing new' takes ${ratio.toFixed(2)} times the baseline`]),
      ...(others === 0 ? [] : [`${others} answers were not 'nothing new': measure again`]),
    ],
  }
}

async function measureCost(source: LoadSource, { port, pid }: Server): Promise<Cost> {
  const load = await beginLoad(source, { perSecond: { live: perSecond }, port }, untilStopped)
  await pause(arrivalMs)
  const [from, cpuBefore] = [monotonicNow(), readCpuMs(pid)]
  await pause(measuredMs)
  const [to, cpuAfter] = [monotonicNow(), readCpuMs(pid)]
  load.stop()
  const { samples } = await load.ended
  const answered = samples.filter(({ at, ms }) => at + ms >= from && at + ms < to)
  const others = answered.filter(({ status }) => status !== 304).length
  return { cpuMs: (cpuAfter - cpuBefore) / answered.length, answers: answered.length, others }
}

import type { LoadLog, Sample } from '../../load/plan.ts'
import { quantile } from '../../load/quantiles.ts'
import type { Report } from '../part.ts'
import { printMs, printTable } from '../table.ts'

/** So many people have the live page open, and each asks every so many seconds. */
export const askers = 10_000
export const askEvery = 10
/** How p95 may change: of reads while results are published, of saves beside people who ask; and how long things may take. */
const most = { reads: 1.5, saves: 1.2, everybodyMs: 30_000, pressMs: 1_000, lateMs: 100 }

/** Samples that are compared because they were measured close together: the machine may be shared. */
interface Turn {
  alone: readonly Sample[]
  besideBaseline?: readonly Sample[]
  /** Beside the game's own work. */
  beside: readonly Sample[]
}

/** The one load of reads, and its turns without and with presses. */
export interface Reads {
  log: LoadLog
  turns: readonly Turn[]
  longestPressMs: number
}

/** One turn of all loads of saves. */
export interface Round {
  savesAlone: LoadLog
  savesBesideBaseline: LoadLog
  savesBeside: PressedLoad
}

/** All logs of a round. */
export const listLogs = ({ savesBeside, ...others }: Round): LoadLog[] => [
  ...Object.values(others),
  savesBeside.log,
]

export interface PressedLoad {
  log: LoadLog
  /** What was measured before the first press, while everybody who asks got a first answer. */
  arrival: Sample[]
  /** When each press was made, epoch ms. */
  pressedAt: number[]
}

const readKinds: readonly string[] = ['dashboard', 'ranking', 'home', 'api', 'league', 'news']
const isRead = ({ kind }: Sample) => readKinds.includes(kind)
const isForm = ({ kind }: Sample) => kind === 'save: form'

interface Night {
  reads: Reads
  saveRounds: readonly Round[]
}

/** The tables of a show night, each comparison by the median of its turns; `violations`: saves that were lost. */
export function reportNight({ reads, saveRounds }: Night, violations: string[]): Report {
  const comparisons = [
    compare(reads.turns, {
      name: 'reads among 250 requests a second, 20 presses in a minute',
      limit: most.reads,
      isCounted: isRead,
    }),
    compare(saveRounds.map(toTurn), {
      name: `saves beside ${askers / askEvery} questions a second`,
      limit: most.saves,
      isCounted: isForm,
    }),
  ]
  const everybodyMs = Math.max(...saveRounds.flatMap(listEverybodyMs))
  const asking = [
    countQuestions(
      'the first 15 s, in which all of them come',
      saveRounds.flatMap(({ savesBeside }) => savesBeside.arrival),
    ),
    countQuestions(
      'afterwards',
      saveRounds.flatMap(({ savesBeside }) => savesBeside.log.samples),
      everybodyMs,
    ),
  ]
  const failed = asking.reduce((sum, each) => sum + each.failed, 0)
  const lateMs = Math.max(...[reads.log, ...saveRounds.flatMap(listLogs)].map((log) => log.lateMs))
  const tables = [
    printTable(
      [
        'show night, medians of all turns',
        'p95 alone, ms',
        'p95 beside the baseline, ms',
        'p95, ms',
        'ratio',
        'at most',
        'ratio of each turn',
        'refused, alone and beside',
      ],
      comparisons.map(({ cells }) => cells),
    ),
    printTable(
      [
        '10,000 people who ask every 10 s',
        'questions',
        'put off',
        'failed',
        'until all have a press, ms',
        'p95 of an answer, ms',
        'p95 of a save, ms',
      ],
      asking.map(({ cells }) => cells),
    ),
  ]
  return {
    markdown: tables.join('\n\n'),
    broken: [
      ...comparisons.flatMap(({ broken }) => broken),
      ...(everybodyMs > most.everybodyMs
        ? [`a press had reached everybody after ${printMs(everybodyMs)} ms`]
        : []),
      ...(failed > 0 ? [`${failed} questions failed`] : []),
      ...(reads.longestPressMs > most.pressMs
        ? [`a press took ${printMs(reads.longestPressMs)} ms beside the reads`]
        : []),
      ...(lateMs > most.lateMs ? [`a generator sent ${printMs(lateMs)} ms late: measure again`] : []),
      ...violations,
    ],
  }
}

const toTurn = ({ savesAlone, savesBesideBaseline, savesBeside }: Round): Turn => ({
  alone: savesAlone.samples,
  besideBaseline: savesBesideBaseline.samples,
  beside: savesBeside.log.samples,
})

interface Comparison {
  name: string
  limit: number
  isCounted: (sample: Sample) => boolean
}

function compare(turns: readonly Turn[], { name, limit, isCounted }: Comparison) {
  const p95Of = (samples: readonly Sample[] = []) => p95(samples.filter(isCounted))
  const ratios = turns.map(({ alone, beside }) => p95Of(beside) / p95Of(alone))
  const countRefused = (samples: readonly Sample[]) =>
    samples.filter(isCounted).filter(({ status }) => status >= 400 || status === 0).length
  const refusedAlone = countRefused(turns.flatMap(({ alone }) => alone))
  const refused = countRefused(turns.flatMap(({ beside }) => beside))
  const hasBaseline = turns.every(({ besideBaseline }) => besideBaseline)
  const ratio = median(ratios)
  const cells = [
    name,
    printMs(median(turns.map(({ alone }) => p95Of(alone)))),
    hasBaseline ? printMs(median(turns.map(({ besideBaseline }) => p95Of(besideBaseline)))) : '-',
    printMs(median(turns.map(({ beside }) => p95Of(beside)))),
    ratio.toFixed(2),
    String(limit),
    ratios.map((each) => each.toFixed(2)).join(', '),
    `${refusedAlone} and ${refused}`,
  ]
  const broken =
    ratio <= limit ? [] : [`${name}: p95 is ${ratio.toFixed(2)} times p95 alone, at most ${limit}`]
  if (refusedAlone > 0)
    broken.push(`${name}: refused alone, too: more than this machine serves, not to be judged`)
  else if (refused > 0) broken.push(`${name}: ${refused} were refused`)
  return { cells, broken }
}

function listEverybodyMs({ savesBeside: { log, pressedAt } }: Round): number[] {
  return pressedAt.map((at, n) => findEverybodyMs(log, at, pressedAt[n + 1] ?? Number.POSITIVE_INFINITY))
}

function countQuestions(name: string, samples: readonly Sample[], everybodyMs?: number) {
  const asked = samples.filter(({ kind }) => kind === 'live')
  const putOff = asked.filter(({ status }) => status === 204).length
  const failed = asked.filter(({ status }) => ![200, 204, 304].includes(status)).length
  const saves = samples.filter(isForm)
  const shownMs = everybodyMs === undefined ? '-' : printMs(everybodyMs)
  const cells = [
    name,
    String(asked.length),
    String(putOff),
    String(failed),
    shownMs,
    printMs(p95(asked.filter(({ status }) => status !== 204))),
    printMs(p95(saves)),
  ]
  return { failed, cells }
}

const median = (values: readonly number[]) => quantile(values, 0.5)

const p95 = (samples: readonly Sample[]) =>
  quantile(
    samples.map(({ ms }) => ms),
    0.95,
  )

/** From a press until each of those who ask had the results that are shown before the next one, in ms; Infinity if somebody had not. */
function findEverybodyMs({ samples }: LoadLog, pressedAt: number, nextAt: number): number {
  const news = samples
    .flatMap(({ at, ms, news }) => (news ? [{ ...news, answeredAt: at + ms }] : []))
    .filter(({ answeredAt }) => answeredAt > pressedAt && answeredAt <= nextAt)
    .sort((a, b) => a.answeredAt - b.answeredAt)
  const newest = news.at(-1)?.shown
  const firstAt = new Map<number, number>()
  for (const { managerId, shown, answeredAt } of news)
    if (shown === newest && !firstAt.has(managerId)) firstAt.set(managerId, answeredAt)
  return firstAt.size < askers ? Number.POSITIVE_INFINITY : Math.max(...firstAt.values()) - pressedAt
}

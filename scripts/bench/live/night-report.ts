import type { LoadLog, Sample } from '../../load/plan.ts'
import { quantile } from '../../load/quantiles.ts'
import type { Report } from '../part.ts'
import { printMs, printTable } from '../table.ts'

/** So many people have the live page open, and each asks every so many seconds. */
export const askers = 10_000
export const askEvery = 10
/** How p95 may change: of reads while results are published, of saves beside people who ask. */
const most = { reads: 1.5, saves: 1.2, everybodyMs: 30_000, lateMs: 100 }

/** One turn of all loads. */
export interface Round {
  readsAlone: LoadLog
  readsBeside: LoadLog
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

const reads: readonly string[] = ['dashboard', 'ranking', 'home', 'api', 'league', 'news']
const isRead = ({ kind }: Sample) => reads.includes(kind)
const isForm = ({ kind }: Sample) => kind === 'save: form'

/** The tables of a show night, each comparison by the median of its rounds; `violations`: saves that were lost. */
export function reportNight(measured: readonly Round[], violations: string[]): Report {
  const comparisons = [
    compare(measured, {
      name: 'reads among 250 requests a second, 20 presses in a minute',
      limit: most.reads,
      pick: ({ readsAlone, readsBeside }) => [readsAlone, null, readsBeside],
      isCounted: isRead,
    }),
    compare(measured, {
      name: `saves beside ${askers / askEvery} questions a second`,
      limit: most.saves,
      pick: ({ savesAlone, savesBesideBaseline, savesBeside }) => [
        savesAlone,
        savesBesideBaseline,
        savesBeside.log,
      ],
      isCounted: isForm,
    }),
  ]
  const everybodyMs = Math.max(...measured.flatMap(listEverybodyMs))
  const asking = [
    countQuestions(
      'the first 15 s, in which all of them come',
      measured.flatMap(({ savesBeside }) => savesBeside.arrival),
    ),
    countQuestions(
      'afterwards',
      measured.flatMap(({ savesBeside }) => savesBeside.log.samples),
      everybodyMs,
    ),
  ]
  const failed = asking.reduce((sum, each) => sum + each.failed, 0)
  const lateMs = Math.max(...measured.flatMap(listLogs).map((log) => log.lateMs))
  const tables = [
    printTable(
      [
        'show night, medians of three rounds',
        'p95 alone, ms',
        'p95 beside the baseline, ms',
        'p95, ms',
        'ratio',
        'at most',
        'ratio of each round',
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
      ...(lateMs > most.lateMs ? [`a generator sent ${printMs(lateMs)} ms late: measure again`] : []),
      ...violations,
    ],
  }
}

interface Comparison {
  name: string
  limit: number
  /** The logs alone, beside the baseline (null without one), and beside the game's own work. */
  pick: (round: Round) => [LoadLog, LoadLog | null, LoadLog]
  isCounted: (sample: Sample) => boolean
}

/** Each round's own ratio: what else the machine does differs between rounds more than within one. */
function compare(measured: readonly Round[], { name, limit, pick, isCounted }: Comparison) {
  const p95Of = (log: LoadLog | null) => (log ? p95(log.samples.filter(isCounted)) : Number.NaN)
  const perRound = measured.map((round) => pick(round).map(p95Of))
  const ratios = perRound.map(([alone = Number.NaN, , beside = Number.NaN]) => beside / alone)
  const [alone, baseline, beside] = [0, 1, 2].map((at) =>
    median(perRound.map((each) => each[at] ?? Number.NaN)),
  )
  const countRefused = (at: 0 | 2) =>
    measured
      .flatMap((round) => pick(round)[at].samples.filter(isCounted))
      .filter(({ status }) => status >= 400 || status === 0).length
  const [refusedAlone, refused] = [countRefused(0), countRefused(2)]
  const ratio = median(ratios)
  const cells = [
    name,
    printMs(alone ?? Number.NaN),
    Number.isNaN(baseline) ? '-' : printMs(baseline ?? Number.NaN),
    printMs(beside ?? Number.NaN),
    ratio.toFixed(2),
    String(limit),
    ratios.map((each) => each.toFixed(2)).join(', '),
    `${refusedAlone} and ${refused}`,
  ]
  const broken = ratio <= limit ? [] : [`${name}: p95 is ${ratio.toFixed(2)} times idle, at most ${limit}`]
  if (refusedAlone > 0)
    broken.push(`${name}: refused alone, too: more than this machine serves, not to be judged`)
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

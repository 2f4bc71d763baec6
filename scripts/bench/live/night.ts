import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#db/schema.server.ts'
import type { LoadLog, Plan, Sample, Saver } from '../../load/plan.ts'
import { quantile } from '../../load/quantiles.ts'
import { type Load, startGenerator, startLoad } from '../../load/run.ts'
import { compareSaves, listViolations, monotonicNow } from '../../load/save-log.ts'
import { findNewestReceiptId } from '../../load/stored-saves.ts'
import type { Report } from '../part.ts'
import { ratesOf } from '../rush/loads.ts'
import { printMs, printTable } from '../table.ts'

/** So many people have the live page open, and each asks every ten seconds. */
export const askers = 10_000
const askEvery = 10
const pressesInMinute = 20
/** Beside people who ask; each is answered to all of them. */
const pressesToAskers = 2
/** How p95 may change: of reads while results are published, of saves beside people who ask. */
const most = { reads: 1.5, saves: 1.2, everybodyMs: 30_000, lateMs: 100 }
const savesPerSecond = 10
/** So long until V8 has optimised what a visit runs: a rush takes a third more before. */
const warmUpSeconds = 60

interface NightOptions {
  db: Db
  children: ChildProcess[]
  folder: string
  port: number
  /** At least `askers`, to have one session for each. */
  savers: readonly Saver[]
  /** The round that is open. */
  roundNumber: number
  /** How long the load is measured alone. */
  seconds: number
  press: () => Promise<void>
  logProgress: (line: string) => void
}

/**
 * What a show night costs those who play meanwhile: the reads of a rush while live results are published twenty times a minute,
 * and saves while ten thousand people ask for news.
 */
export async function measureNight(options: NightOptions): Promise<Report> {
  const { db, logProgress } = options
  const rush = ratesOf('rush')
  await run(options, rush, warmUpSeconds)
  const afterReceiptId = await findNewestReceiptId(db)
  const readsAlone = await run(options, rush, options.seconds)
  logProgress('live: reads alone done')
  const readsBeside = await runWithPresses(options, [rush], { presses: pressesInMinute, everyMs: 3_000 })
  logProgress('live: reads beside presses done')
  const savesAlone = await run(options, { save: savesPerSecond }, options.seconds)
  // A generator of a thousand questions a second would read the answers to saves late.
  const asking = [{ save: savesPerSecond }, { live: askers / askEvery }]
  const savesBeside = await runWithPresses(options, asking, { presses: pressesToAskers, everyMs: 30_000 })
  logProgress('live: saves beside people who ask done')
  const saves = [readsAlone, readsBeside.log, savesAlone, savesBeside.log].flatMap((log) => log.saves)
  const violations = listViolations(await compareSaves(db, saves, { afterReceiptId }))
  return report({ readsAlone, readsBeside: readsBeside.log, savesAlone, savesBeside, violations })
}

interface PressedLoad {
  log: LoadLog
  /** What was measured before the first press, while everybody who asks got a first answer. */
  arrival: Sample[]
  /** When each press was made, epoch ms. */
  pressedAt: number[]
}

/** Each load is a generator's own. The presses, and what counts, begin once everybody who asks has an answer. */
async function runWithPresses(
  options: NightOptions,
  plans: readonly Plan['perSecond'][],
  { presses, everyMs }: { presses: number; everyMs: number },
): Promise<PressedLoad> {
  const loads: Load[] = []
  for (const perSecond of plans) loads.push(await start(options, perSecond, 600))
  await pause((askEvery + 5) * 1000)
  const pressedAt: number[] = []
  while (pressedAt.length < presses) {
    const next = pause(everyMs)
    pressedAt.push(monotonicNow())
    await options.press()
    await next
  }
  for (const load of loads) load.stop()
  const logs = await Promise.all(loads.map((load) => load.ended))
  const samples = logs.flatMap((each) => each.samples)
  const [firstPressAt = 0] = pressedAt
  const log = {
    samples: samples.filter(({ at }) => at >= firstPressAt),
    saves: logs.flatMap(({ saves }) => saves),
    lateMs: Math.max(...logs.map(({ lateMs }) => lateMs)),
  }
  return { log, arrival: samples.filter(({ at }) => at < firstPressAt), pressedAt }
}

async function run(options: NightOptions, perSecond: Plan['perSecond'], seconds: number): Promise<LoadLog> {
  return (await start(options, perSecond, seconds)).ended
}

async function start(
  { children, folder, port, savers, roundNumber }: NightOptions,
  perSecond: Plan['perSecond'],
  seconds: number,
): Promise<Load> {
  const logFile = join(folder, `load-${randomUUID()}.json`)
  const generator = await startGenerator(children)
  const startAt = Date.now() + 500
  const plan = { ports: [port], startAt, seconds, seed: 6, perSecond, roundNumber, logFile }
  return startLoad(generator, { ...plan, savers: [...savers] })
}

interface Night {
  readsAlone: LoadLog
  readsBeside: LoadLog
  savesAlone: LoadLog
  savesBeside: PressedLoad
  violations: string[]
}

const reads: readonly string[] = ['dashboard', 'ranking', 'home', 'api', 'league', 'news']
const isRead = ({ kind }: Sample) => reads.includes(kind)
const isForm = ({ kind }: Sample) => kind === 'save: form'

function report({ readsAlone, readsBeside, savesAlone, savesBeside, violations }: Night): Report {
  const everybodyMs = Math.max(...savesBeside.pressedAt.map((at) => findEverybodyMs(savesBeside.log, at)))
  const asking = [
    countQuestions('the first 15 s, in which all of them come', savesBeside.arrival),
    countQuestions('afterwards', savesBeside.log.samples, everybodyMs),
  ]
  const failed = asking.reduce((sum, each) => sum + each.failed, 0)
  const lateMs = Math.max(...[readsAlone, readsBeside, savesAlone, savesBeside.log].map((log) => log.lateMs))
  const rows: [string, Sample[], Sample[], number][] = [
    [
      'reads among 250 requests a second, 20 presses in a minute',
      readsAlone.samples.filter(isRead),
      readsBeside.samples.filter(isRead),
      most.reads,
    ],
    [
      `saves beside ${askers / askEvery} questions a second`,
      savesAlone.samples.filter(isForm),
      savesBeside.log.samples.filter(isForm),
      most.saves,
    ],
  ]
  const compared = rows.map(([name, alone, beside, limit]) => {
    const [before, after] = [p95(alone), p95(beside)]
    const refused = beside.filter(({ status }) => status >= 400 || status === 0).length
    return { name, before, after, ratio: after / before, limit, refused }
  })
  const tables = [
    printTable(
      ['show night', 'p95 alone, ms', 'p95, ms', 'ratio', 'at most', 'refused'],
      compared.map(({ name, before, after, ratio, limit, refused }) => [
        name,
        printMs(before),
        printMs(after),
        ratio.toFixed(2),
        String(limit),
        String(refused),
      ]),
    ),
    printTable(
      [
        '10,000 people who ask every 10 s',
        'questions',
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
      ...compared
        .filter(({ ratio, limit }) => ratio > limit)
        .map(({ name, ratio, limit }) => `${name}: p95 is ${ratio.toFixed(2)} times idle, at most ${limit}`),
      ...(everybodyMs > most.everybodyMs
        ? [`a press had reached everybody after ${printMs(everybodyMs)} ms`]
        : []),
      ...(failed > 0 ? [`${failed} questions failed`] : []),
      ...(lateMs > most.lateMs ? [`a generator sent ${printMs(lateMs)} ms late: measure again`] : []),
      ...violations,
    ],
  }
}

function countQuestions(name: string, samples: readonly Sample[], everybodyMs?: number) {
  const asked = samples.filter(({ kind }) => kind === 'live')
  const failed = asked.filter(({ status }) => status !== 200 && status !== 304).length
  const saves = samples.filter(isForm)
  const shownMs = everybodyMs === undefined ? '-' : printMs(everybodyMs)
  const cells = [
    name,
    String(asked.length),
    String(failed),
    shownMs,
    printMs(p95(asked)),
    printMs(p95(saves)),
  ]
  return { failed, cells }
}

const p95 = (samples: readonly Sample[]) =>
  quantile(
    samples.map(({ ms }) => ms),
    0.95,
  )

/** From a press until each of those who ask had a new answer, in ms; Infinity when somebody had none. */
function findEverybodyMs({ samples }: LoadLog, pressedAt: number): number {
  const answeredAt = samples
    .filter(({ kind, status, at, ms }) => kind === 'live' && status === 200 && at + ms > pressedAt)
    .map(({ at, ms }) => at + ms)
    .sort((a, b) => a - b)
  return (answeredAt[askers - 1] ?? Number.POSITIVE_INFINITY) - pressedAt
}

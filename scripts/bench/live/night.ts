import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#db/schema.server.ts'
import type { LoadLog, Plan, Saver } from '../../load/plan.ts'
import { type Load, startGenerator, startLoad } from '../../load/run.ts'
import { compareSaves, listViolations, monotonicNow } from '../../load/save-log.ts'
import { findNewestReceiptId } from '../../load/stored-saves.ts'
import type { Report } from '../part.ts'
import { ratesOf } from '../rush/loads.ts'
import { askEvery, askers, listLogs, type PressedLoad, type Round, reportNight } from './night-report.ts'

/** Loads that are compared are run in turns, so many times: the machine may be shared. */
const rounds = 3
const pressesInMinute = 20
/** Beside people who ask; each is answered to all of them. */
const pressesToAskers = { presses: 2, everyMs: 30_000, arrivalMs: (askEvery + 5) * 1000 }
/** 400 saves, so that 20 are above p95. */
const saving = { perSecond: 10, seconds: 40 }
/** A load that is stopped before it ends. */
const untilStopped = 600
/** So long until V8 has optimised what a visit runs: a rush takes a third more before. */
const warmUpSeconds = 60

interface NightOptions {
  db: Db
  children: ChildProcess[]
  folder: string
  port: number
  /** Of the baseline that answers 'nothing new'. */
  baselinePort: number
  /** At least `askers`, to have one session for each. */
  savers: readonly Saver[]
  /** The round that is open. */
  roundNumber: number
  /** How long reads are measured alone. */
  seconds: number
  press: () => Promise<void>
  logProgress: (line: string) => void
}

/**
 * What a show night costs those who play meanwhile: the reads of a rush while live results are published twenty times a minute,
 * and saves while ten thousand people ask for news, beside the same questions to the baseline.
 */
export async function measureNight(options: NightOptions): Promise<Report> {
  const { db, logProgress } = options
  await run(options, { perSecond: ratesOf('rush') }, warmUpSeconds)
  const afterReceiptId = await findNewestReceiptId(db)
  const measured: Round[] = []
  for (let round = 1; round <= rounds; round += 1) {
    measured.push({ ...(await measureReads(options)), ...(await measureSaves(options)) })
    logProgress(`live: a show night, round ${round} of ${rounds} done`)
  }
  const saves = measured.flatMap((round) => listLogs(round)).flatMap((log) => log.saves)
  const violations = listViolations(await compareSaves(db, saves, { afterReceiptId }))
  return reportNight(measured, violations)
}

async function measureReads(options: NightOptions): Promise<Pick<Round, 'readsAlone' | 'readsBeside'>> {
  const rush = { perSecond: ratesOf('rush') }
  const readsAlone = await run(options, rush, options.seconds)
  const everyMs = 60_000 / pressesInMinute
  const presses = Math.ceil(pressesInMinute / rounds)
  const { log } = await runWithPresses(options, [rush], { presses, everyMs, arrivalMs: 0 })
  return { readsAlone, readsBeside: log }
}

/** The generator of a thousand questions a second would read the answers to saves late, so saves have one of their own. */
async function measureSaves(
  options: NightOptions,
): Promise<Pick<Round, 'savesAlone' | 'savesBesideBaseline' | 'savesBeside'>> {
  const saves = { perSecond: { save: saving.perSecond } }
  const questions = { perSecond: { live: askers / askEvery } }
  const savesAlone = await run(options, saves, saving.seconds)
  const asking = await start(options, { ...questions, port: options.baselinePort }, untilStopped)
  const savesBesideBaseline = await run(options, saves, saving.seconds)
  asking.stop()
  await asking.ended
  const savesBeside = await runWithPresses(options, [saves, questions], pressesToAskers)
  return { savesAlone, savesBesideBaseline, savesBeside }
}

interface Presses {
  presses: number
  everyMs: number
  /** How long before the first one the load begins. */
  arrivalMs: number
}

interface LoadOptions extends Pick<Plan, 'perSecond'> {
  /** Where it goes, if not to the game. */
  port?: number
}

/** Each load is a generator's own. What counts begins with the first press. */
async function runWithPresses(
  options: NightOptions,
  plans: readonly LoadOptions[],
  { presses, everyMs, arrivalMs }: Presses,
): Promise<PressedLoad> {
  const loads: Load[] = []
  for (const plan of plans) loads.push(await start(options, plan, untilStopped))
  await pause(arrivalMs)
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

async function run(options: NightOptions, load: LoadOptions, seconds: number): Promise<LoadLog> {
  return (await start(options, load, seconds)).ended
}

async function start(
  { children, folder, port: gamePort, savers, roundNumber }: NightOptions,
  { perSecond, port = gamePort }: LoadOptions,
  seconds: number,
): Promise<Load> {
  const logFile = join(folder, `load-${randomUUID()}.json`)
  const generator = await startGenerator(children)
  const startAt = Date.now() + 500
  const plan = { ports: [port], startAt, seconds, seed: 6, perSecond, roundNumber, logFile }
  return startLoad(generator, { ...plan, savers: [...savers] })
}

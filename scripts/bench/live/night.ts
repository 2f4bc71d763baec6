import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#db/schema.server.ts'
import type { Load } from '../../load/run.ts'
import { compareSaves, listViolations, monotonicNow } from '../../load/save-log.ts'
import { findNewestReceiptId } from '../../load/stored-saves.ts'
import type { Report } from '../part.ts'
import { ratesOf } from '../rush/loads.ts'
import { beginLoad, type LoadOptions, type LoadSource, runLoad, untilStopped } from './load.ts'
import {
  askEvery,
  askers,
  listLogs,
  type PressedLoad,
  type Reads,
  type Round,
  reportNight,
} from './night-report.ts'

/** Loads of saves are run in turns, so many times: the machine may be shared. */
const rounds = 5
/**
 * Reads are measured in one load: in half of its blocks live results are published, twice in six seconds, which is twenty times a
 * minute. Both blocks of a pair have the same arrivals. (Near the most that a machine serves p95 of two equal loads differs threefold.)
 */
const reading = { pairs: 11, presses: 2, everyMs: 60_000 / 20 }
/** Beside people who ask; each is answered to all of them. */
const pressesToAskers = { presses: 2, everyMs: 30_000, arrivalMs: (askEvery + 5) * 1000 }
/** 800 saves, so that 40 are above p95. */
const saving = { perSecond: 20, seconds: 40 }
/** So long until V8 has optimised what a visit runs: a rush takes a third more before. */
const warmUpSeconds = 60

interface NightOptions extends LoadSource {
  db: Db
  /** Of the baseline that answers 'nothing new'. */
  baselinePort: number
  /** Publishes at the desk of the process that people use. */
  press: () => Promise<void>
  logProgress: (line: string) => void
}

/**
 * What a show night costs those who play meanwhile: the reads of a rush while live results are published twenty times a minute,
 * and saves while ten thousand people ask for news, beside the same questions to the baseline.
 */
export async function measureNight(options: NightOptions): Promise<Report> {
  const { db, logProgress } = options
  await runLoad(options, { perSecond: ratesOf('rush') }, warmUpSeconds)
  await options.press()
  const afterReceiptId = await findNewestReceiptId(db)
  const reads = await measureReads(options)
  logProgress('live: a show night, reads done')
  const saveRounds: Round[] = []
  for (let round = 1; round <= rounds; round += 1) {
    saveRounds.push(await measureSaves(options))
    logProgress(`live: a show night, saves, round ${round} of ${rounds} done`)
  }
  const saves = [reads.log, ...saveRounds.flatMap(listLogs)].flatMap((log) => log.saves)
  const violations = listViolations(await compareSaves(db, saves, { afterReceiptId }))
  return reportNight({ reads, saveRounds }, violations)
}

async function measureReads(options: NightOptions): Promise<Reads> {
  const { pairs, presses, everyMs } = reading
  const blockMs = presses * everyMs
  const plan = { perSecond: ratesOf('rush'), blockSeconds: blockMs / 1000 }
  const load = await beginLoad(options, plan, (2 * pairs * blockMs) / 1000)
  let longestPressMs = 0
  for (let n = 0; n < 2 * pairs * presses; n += 1) {
    await pause(load.startAt + n * everyMs - monotonicNow())
    if (!isPressed(Math.floor(n / presses))) continue
    const pressedAt = monotonicNow()
    await options.press()
    longestPressMs = Math.max(longestPressMs, monotonicNow() - pressedAt)
  }
  const log = await load.ended
  const samplesOf = (block: number) =>
    log.samples.filter(({ at }) => Math.floor((at - load.startAt) / blockMs) === block)
  const turns = Array.from({ length: pairs }, (_, n) => {
    const [first, second] = [samplesOf(2 * n), samplesOf(2 * n + 1)]
    return isPressed(2 * n) ? { alone: second, beside: first } : { alone: first, beside: second }
  })
  return { log, turns, longestPressMs }
}

/** Either is first in every other pair of blocks. */
const isPressed = (block: number) => block % 4 === 1 || block % 4 === 2

/** The generator of a thousand questions a second would read the answers to saves late, so saves have one of their own. */
async function measureSaves(options: NightOptions): Promise<Round> {
  const saves = { perSecond: { save: saving.perSecond } }
  const questions = { perSecond: { live: askers / askEvery } }
  const savesAlone = await runLoad(options, saves, saving.seconds)
  const asking = await beginLoad(options, { ...questions, port: options.baselinePort }, untilStopped)
  const savesBesideBaseline = await runLoad(options, saves, saving.seconds)
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

/** Each load is a generator's own, and lasts as long as the presses. What counts begins with the first press. */
async function runWithPresses(
  options: NightOptions,
  plans: readonly LoadOptions[],
  { presses, everyMs, arrivalMs }: Presses,
): Promise<PressedLoad> {
  const loads: Load[] = []
  const seconds = (arrivalMs + presses * everyMs) / 1000
  for (const plan of plans) loads.push(await beginLoad(options, plan, seconds))
  await pause(arrivalMs)
  const pressedAt: number[] = []
  while (pressedAt.length < presses) {
    const next = pause(everyMs)
    pressedAt.push(monotonicNow())
    await options.press()
    await next
  }
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

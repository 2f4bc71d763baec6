import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { LoadLog, Plan, Sample } from '../../load/plan.ts'
import { startGenerator, startLoad } from '../../load/run.ts'
import { compareSaves, listViolations } from '../../load/save-log.ts'
import { findNewestReceiptId } from '../../load/stored-saves.ts'
import type { Side } from '../publish.ts'
import { findMixedRankings, type Observer, startObserver } from './observer.ts'
import { type PublishRun, runPublish } from './run.ts'

/** What visitors experience during some publications. */
export interface DuringPublication {
  publications: PublishRun[]
  /** The samples while nothing was published. */
  idle: Sample[]
  /** The samples from each publication's request until all pages showed it. */
  busy: Sample[]
  /** Missed targets, as sentences. */
  broken: string[]
  pagesRead: number
  /** How late the generator was (p99, ms). */
  lateMs: number
}

interface DuringPublicationOptions extends Omit<Side, 'file' | 'store'> {
  app: { port: number; pid: number | undefined }
  children: ChildProcess[]
  folder: string
  perSecond: Plan['perSecond']
  warmUpSeconds: number
  /** How long the load is measured without publications. */
  seconds: number
  publications: number
}

const restMs = 100
const pauseMs = 2_000
const maxSeconds = 600

/** Measures a load alone, then the same load while results are published and an observer looks for mixed rankings. */
export async function measureDuringPublication(
  options: DuringPublicationOptions,
): Promise<DuringPublication> {
  const { db, app, reader, paths } = options
  const afterReceiptId = await findNewestReceiptId(db)
  const warmUp = await (await load(options, options.warmUpSeconds)).ended
  const observer = startObserver({ port: app.port, cookie: reader, paths, restMs })
  const idle = await (await load(options, options.seconds)).ended
  const running = await load(options, maxSeconds)
  const publications = await publishRepeatedly({ ...options, observer })
  running.stop()
  const busy = await running.ended
  await observer.stop()
  const during = ({ at }: Sample) => publications.some(({ fromAt, shownAt }) => at >= fromAt && at < shownAt)
  const saves = [warmUp, idle, busy].flatMap((log: LoadLog) => log.saves)
  return {
    publications,
    idle: idle.samples,
    busy: busy.samples.filter(during),
    broken: [
      ...findMixedRankings(observer.seen, publications.length),
      ...listViolations(await compareSaves(db, saves, { afterReceiptId })),
    ],
    pagesRead: observer.seen.length,
    lateMs: Math.max(idle.lateMs, busy.lateMs),
  }
}

async function publishRepeatedly({
  observer,
  ...options
}: DuringPublicationOptions & { observer: Observer }): Promise<PublishRun[]> {
  const publications: PublishRun[] = []
  while (publications.length < options.publications) {
    await pause(pauseMs)
    publications.push(await runPublish({ ...options, observer }))
  }
  return publications
}

async function load(
  { children, app, folder, savers, perSecond, roundNumber }: DuringPublicationOptions,
  seconds: number,
) {
  const logFile = join(folder, `load-${randomUUID()}.json`)
  const generator = await startGenerator(children)
  const plan = {
    ports: [app.port],
    startAt: Date.now() + 500,
    seconds,
    seed: 6,
    perSecond,
    roundNumber,
    logFile,
  }
  return startLoad(generator, { ...plan, savers: [...savers] })
}

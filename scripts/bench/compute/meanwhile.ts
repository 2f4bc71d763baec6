import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#db/schema.server.ts'
import { brokenPromises, compareSaves } from '../../load/acknowledged.ts'
import type { LoadLog, Plan, Sample, Saver } from '../../load/plan.ts'
import { openGenerator, startLoad } from '../../load/run.ts'
import { findNewestReceiptId } from '../../load/stored-saves.ts'
import { findHalves, startObserver } from './observer.ts'
import { changeScores, findSeason, pressCompute, type Watched, watchComputation } from './run.ts'

export interface Meanwhile {
  children: ChildProcess[]
  db: Db
  port: number
  folder: string
  savers: readonly Saver[]
  admin: string
  perSecond: Plan['perSecond']
  warmUpSeconds: number
  /** How long the same load is measured with nothing else going on. */
  idleSeconds: number
  roundNumber: number
  /** Where the rankings are read all the time. */
  places: Parameters<typeof startObserver>[0]['places']
  /** Somebody who may read them. */
  reader: string
}

export interface Measured {
  idle: Sample[]
  busy: Sample[]
  watched: Watched
  /** Broken promises, in words. */
  broken: string[]
  /** How many pages of rankings were looked at, and how late the generator was at worst (p99, ms). */
  looks: number
  lateMs: number
}

const mostSeconds = 600

/** A load alone, and the same load while the season is computed, with somebody who looks for half a ranking. */
export async function measureMeanwhile(wanted: Meanwhile): Promise<Measured> {
  const { db, port, admin, idleSeconds } = wanted
  const afterReceiptId = await findNewestReceiptId(db)
  const warmUp = await (await load(wanted, wanted.warmUpSeconds)).ended
  const idle = await withObserver(wanted, async () => (await load(wanted, idleSeconds)).ended)

  const { gameId, generation: before } = await findSeason(db)
  await changeScores(db, gameId)
  const busy = await withObserver(wanted, async () => {
    const going = await load(wanted, mostSeconds)
    await pause(1000)
    await pressCompute(port, admin)
    const watched = await watchComputation(db, gameId)
    await pause(500)
    going.stop()
    return { watched, log: await going.ended }
  })
  const { watched, log } = busy.result
  const { generation: after } = await findSeason(db)
  const broken = await findHalves(db, busy.seen, { before, after })
  if (watched.state !== 'done') broken.push(`the computation is ${watched.state}`)
  broken.push(...(await checkSaves(wanted, [warmUp, idle.result, log], afterReceiptId)))
  const during = log.samples.filter(({ at }) => at >= watched.fromAt && at < watched.toAt)
  return {
    idle: idle.result.samples,
    busy: during,
    watched,
    broken,
    looks: busy.seen.length,
    lateMs: Math.max(idle.result.lateMs, log.lateMs),
  }
}

async function load({ children, port, folder, savers, perSecond, roundNumber }: Meanwhile, seconds: number) {
  const logFile = join(folder, `load-${randomUUID()}.json`)
  const generator = await openGenerator(children)
  const plan = {
    port,
    startAt: Date.now() + 500,
    seconds,
    seed: 6,
    perSecond,
    savers: [...savers],
    roundNumber,
    logFile,
  }
  return startLoad(generator, plan)
}

/** The reader is there in both, so that it is no difference between them. */
async function withObserver<Result>({ port, places, reader }: Meanwhile, doing: () => Promise<Result>) {
  const observer = startObserver({ port, places, cookie: reader })
  // Whichever breaks first is told.
  const result = await Promise.race([doing(), observer.broke])
  await observer.stop()
  return { result, seen: observer.seen }
}

async function checkSaves(
  { db }: Meanwhile,
  logs: readonly LoadLog[],
  afterReceiptId: number,
): Promise<string[]> {
  const saves = logs.flatMap((log) => log.saves)
  return brokenPromises(await compareSaves(db, saves, { afterReceiptId }))
}

import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '#db/engine.server.ts'
import { checkDeadlineRun, type DeadlineCheck } from '../../load/check-deadline-run.ts'
import type { Kind, LoadLog, Saver } from '../../load/plan.ts'
import { startGenerator, startLoad } from '../../load/run.ts'
import { compareSaves, type SaveComparison } from '../../load/save-log.ts'
import { findNewestReceiptId } from '../../load/stored-saves.ts'
import { readCpuMs, readPeakResidentBytes } from '../process-stats.ts'
import { setDeadline } from './prepare-savers.ts'

export interface Rush {
  children: ChildProcess[]
  port: number
  /** The process of the measured server. */
  pid: number | undefined
  /** Further processes on the same database. */
  others?: readonly { port: number; pid: number | undefined }[]
  file: string
  folder: string
  savers: readonly Saver[]
  seconds: number
  perSecond: Partial<Record<Kind, number>>
  /** Whether the database is compared with the log afterwards. */
  isChecked: boolean
}

export interface RushRun {
  log: LoadLog
  deadlineAt: number
  deadlineCheck: DeadlineCheck | undefined
  comparison: SaveComparison | undefined
  /** CPU time of the server per request. */
  cpuMs: number
  /** The highest resident memory of the server since its start. */
  peakBytes: number
}

/** The deadline is after this share of the run: later saves are late. */
const shareBefore = 0.8
const leadMs = 1000

/** Runs a load, during which the second round's deadline passes. */
export async function rushOnce(rush: Rush): Promise<RushRun> {
  const { children, port, pid, others = [], file, savers, seconds, perSecond, isChecked } = rush
  const pids = [pid, ...others.map((other) => other.pid)]
  const readCpu = () => pids.map(readCpuMs).reduce((sum, ms) => sum + ms, 0)
  const db = openDatabase(file)
  try {
    const generator = await startGenerator(children)
    const startAt = Date.now() + leadMs
    const deadlineAt = startAt + Math.round(seconds * shareBefore * 1000)
    const roundNumber = await setDeadline(db, deadlineAt)
    const afterReceiptId = await findNewestReceiptId(db)
    const logFile = join(rush.folder, `load-${randomUUID()}.json`)
    const before = readCpu()
    const ports = [port, ...others.map((other) => other.port)]
    const plan = { ports, startAt, seconds, seed: 12, perSecond, savers: [...savers], roundNumber, logFile }
    const log = await (await startLoad(generator, plan)).ended
    const spent = readCpu() - before
    const sent = log.samples.filter(({ kind }) => kind !== 'save').length
    const comparison = isChecked ? await compareSaves(db, log.saves, { afterReceiptId }) : undefined
    const deadlineCheck = comparison && checkDeadlineRun(log, comparison, deadlineAt)
    return {
      log,
      deadlineAt,
      deadlineCheck,
      comparison,
      cpuMs: spent / sent,
      peakBytes: Math.max(...pids.map(readPeakResidentBytes)),
    }
  } finally {
    await db.destroy()
  }
}

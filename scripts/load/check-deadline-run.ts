import type { LoadLog, Sample } from './plan.ts'
import { listViolations, type SaveComparison } from './save-log.ts'

/** The result of a run with a deadline. */
export interface DeadlineCheck {
  /** Broken guarantees, as sentences; there must be none at any load. */
  violations: string[]
  /** Forms sent before the deadline that were not accepted, and failed page loads before them. */
  refusedInTime: number
  /** Forms sent at or after the deadline: all of them must be refused. */
  sentLate: number
}

/** Compares what clients observed with the deadline (epoch ms) and with the database. */
export function checkDeadlineRun(
  log: LoadLog,
  comparison: SaveComparison,
  deadlineAt: number,
): DeadlineCheck {
  const late = log.saves.filter((save) => save.sentAt >= deadlineAt)
  const acceptedLate = late.filter((save) => save.outcome === 'saved')
  const inTime = log.saves.filter((save) => save.endedAt < deadlineAt && save.outcome !== 'saved')
  const pages = log.samples.filter(
    ({ kind, at, status }) => kind === 'save: page' && at < deadlineAt && status !== 200,
  )
  return {
    violations: [
      ...listViolations(comparison),
      ...acceptedLate.map(
        (save) => `accepted late: manager ${save.managerId}, sent ${save.sentAt - deadlineAt} ms after`,
      ),
      ...findShedOrderViolations(log.samples),
    ],
    refusedInTime: inTime.length + pages.length,
    sentLate: late.length,
  }
}

const reads: readonly string[] = ['dashboard', 'ranking', 'league']
const saveSteps: readonly string[] = ['save: page', 'save: form', 'save: page after', 'form']

/** Reads are shed before saves: the share of shed requests is never larger for the steps of saves than for reads. */
function findShedOrderViolations(samples: readonly Sample[]): string[] {
  const [shedSteps, shedReads] = [shareShed(samples, saveSteps), shareShed(samples, reads)]
  if (shedSteps === 0 || shedReads >= shedSteps) return []
  return [
    `saves were shed before reads: ${percent(shedSteps)} of their steps, ${percent(shedReads)} of reads`,
  ]
}

function shareShed(samples: readonly Sample[], kinds: readonly string[]): number {
  const sent = samples.filter(({ kind }) => kinds.includes(kind))
  return sent.filter(({ status }) => status === 503).length / Math.max(1, sent.length)
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

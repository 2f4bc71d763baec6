import type { Sample } from '../../load/plan.ts'
import { quantile } from '../../load/quantiles.ts'
import type { Report } from '../part.ts'
import { maxResidentMb } from '../process-stats.ts'
import type { RushResult } from '../rush.ts'
import { printMs, printTable } from '../table.ts'
import type { RushRun } from './run.ts'

/** At nominal and rush load the p95 of a save, with all its four steps, is at most this. */
const maxSaveMs = 400
const megabyte = 1_000_000

/** The ratios first, then the results of each kind of visit. */
export function reportRush(results: readonly RushResult[]): Report {
  const summary = printTable(summaryHead, results.map(summarise))
  const tables = results.map(
    (result) =>
      `${nameOf(result)}\n\n${printTable(
        kindHead,
        shownKinds.map((kind) => countKind(result.run, kind)),
      )}`,
  )
  return { markdown: [summary, ...tables].join('\n\n'), broken: results.flatMap(findBrokenOf) }
}

const nameOf = ({ load, teams }: RushResult) => `${load}, ${teams.toLocaleString('en-GB')} teams`

/** The head of `summariseSide`. */
export const sideHead = [
  'CPU ms per request',
  'p95 of a save, ms',
  'p95 of its form, ms',
  'saves accepted',
  'refused in time',
  'sent late, all refused',
  'memory of a process at most, MB',
  'compared with the database',
]
const summaryHead = ['load', 'CPU, × baseline', 'p95 of a form, × baseline', ...sideHead]

function summarise(result: RushResult): string[] {
  const { run, baseline } = result
  return [
    nameOf(result),
    (run.cpuMs / baseline.cpuMs).toFixed(1),
    (formP95(run) / formP95(baseline)).toFixed(1),
    ...summariseSide(run),
  ]
}

/** The figures of one server, without a baseline. */
export function summariseSide(run: RushRun): string[] {
  const { acknowledged = 0 } = run.comparison ?? {}
  return [
    run.cpuMs.toFixed(2),
    printMs(saveP95(run)),
    printMs(formP95(run)),
    String(acknowledged),
    String(run.deadlineCheck?.refusedInTime),
    String(run.deadlineCheck?.sentLate),
    (run.peakBytes / megabyte).toFixed(0),
    run.deadlineCheck?.violations.length === 0 ? 'nothing lost' : 'BROKEN',
  ]
}

const formP95 = (run: RushRun) =>
  quantile(
    inTime(run, 'save: form').map(({ ms }) => ms),
    0.95,
  )

const saveP95 = (run: RushRun) =>
  quantile(
    inTime(run, 'save').map(({ ms }) => ms),
    0.95,
  )

/** Successful visits that began before the deadline. */
function inTime({ log, deadlineAt }: RushRun, kind: Sample['kind']): Sample[] {
  return log.samples.filter((each) => each.kind === kind && each.at < deadlineAt && isFine(each))
}

const isFine = ({ status }: Sample) => status === 200 || status === 303

const shownKinds = [
  'home',
  'news',
  'dashboard',
  'ranking',
  'league',
  'api',
  'save',
  'save: page',
  'save: form',
  'save: page after',
] as const

const kindHead = [
  'whole run',
  'sent',
  'answered',
  'too late (409)',
  'shed (503)',
  'other',
  'p50, ms',
  'p95',
  'p99',
]

function countKind({ log }: RushRun, kind: Sample['kind']): string[] {
  const all = log.samples.filter((each) => each.kind === kind)
  const fine = all.filter(isFine)
  const [late, shed] = [409, 503].map((status) => all.filter((each) => each.status === status).length)
  const other = all.length - fine.length - (late ?? 0) - (shed ?? 0)
  const times = fine.map(({ ms }) => ms)
  const counts = [all.length, fine.length, late, shed, other].map(String)
  return [kind, ...counts, ...[0.5, 0.95, 0.99].map((share) => printMs(quantile(times, share)))]
}

function findBrokenOf(result: RushResult): string[] {
  const violations = [...findBroken(result), ...(result.baseline.deadlineCheck?.violations ?? [])]
  return violations.map((each) => `rush, ${nameOf(result)}: ${each}`)
}

/** What a run of a load has broken, in words. */
export function findBroken({ load, run, teams }: Pick<RushResult, 'load' | 'run' | 'teams'>): string[] {
  const violations = [...(run.deadlineCheck?.violations ?? ['not checked'])]
  if (!run.deadlineCheck?.sentLate) violations.push('nothing was sent late: the deadline was not tested')
  const megabytes = run.peakBytes / megabyte
  if (megabytes > maxResidentMb(teams))
    violations.push(`memory reached ${megabytes.toFixed(0)} MB, at most ${maxResidentMb(teams)}`)
  if (load !== 'tenfold') {
    if (!(saveP95(run) <= maxSaveMs))
      violations.push(`p95 of a save is ${printMs(saveP95(run))} ms, at most ${maxSaveMs}`)
    if (run.deadlineCheck?.refusedInTime)
      violations.push(`${run.deadlineCheck.refusedInTime} saves were refused`)
  }
  return violations
}

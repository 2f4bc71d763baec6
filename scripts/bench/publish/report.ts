import type { Sample } from '../../load/plan.ts'
import { quantile } from '../../load/quantiles.ts'
import type { Report } from '../part.ts'
import type { PublishResult } from '../publish.ts'
import { printMs, printTable } from '../table.ts'
import type { PublishRun } from './run.ts'

const megabyte = 1_000_000
const maximum = {
  shownMs: 1_000,
  ofPlainSql: 0.05,
  ofIdle: 1.2,
  written: 1,
  resident: 120,
  readyMs: 5_000,
  ofIdleLeague: 2,
}

interface Figure {
  name: string
  value: number
  limit?: number
  /** Decimal places. */
  digits?: number
}

/** Measurements with their targets, then what visitors experienced. */
export function reportPublish(result: PublishResult): Report {
  const kinds = (['pages', 'saves'] as const).map((kind) => compareKind(kind, result.duringVisits))
  const figures = [...listFigures(result), ...kinds.map(({ figure }) => figure)]
  const rows = figures.map(({ name, value, limit, digits = 0 }) => [
    name,
    value.toFixed(digits),
    limit === undefined ? '' : String(limit),
  ])
  const visitors = printTable(
    ['during publications', 'p50, ms', 'p50 idle', 'p99, ms', 'p99 idle', 'requests', 'failed'],
    kinds.map(({ row }) => row),
  )
  const title = `publish, ${result.teams.toLocaleString('en-GB')} teams × 3 rounds`
  const exceeded = figures.filter(({ value, limit }) => limit !== undefined && !(value <= limit))
  const broken = [
    ...result.broken,
    ...kinds.flatMap(({ failed, figure }) => (failed > 0 ? [`${figure.name}: ${failed} failed`] : [])),
    ...exceeded.map(({ name, value, limit }) => `${name}: ${value.toFixed(2)}, at most ${limit}`),
  ]
  return {
    markdown: `${printTable([title, 'measured', 'at most'], rows)}\n\n${visitors}`,
    broken: broken.map((each) => `publish: ${each}`),
  }
}

const median = (publications: readonly PublishRun[], of: (publication: PublishRun) => number) =>
  quantile(publications.map(of), 0.5)
const shownMs = ({ fromAt, shownAt }: PublishRun) => shownAt - fromAt

function listFigures({ plainSql, alone, duringVisits, ...result }: PublishResult): Figure[] {
  const { resident, churn, fileBytes, readyMs } = result
  const visitedMs = median(duringVisits.publications, shownMs)
  const slowestMs = Math.max(...duringVisits.publications.map(shownMs))
  return [
    { name: 'plain SQL that stores the same results, ms', value: plainSql.ms },
    { name: 'teams ranked differently in it', value: plainSql.differences, limit: 0 },
    {
      name: 'publish until the response, alone, ms',
      value: median(alone, (each) => each.answeredAt - each.fromAt),
    },
    { name: 'publish until shown everywhere, alone, ms', value: median(alone, shownMs) },
    { name: 'the same during visits, ms', value: visitedMs, limit: maximum.shownMs },
    { name: 'the same, the slowest, ms', value: slowestMs },
    { name: 'the same, × plain SQL', value: visitedMs / plainSql.ms, limit: maximum.ofPlainSql, digits: 3 },
    {
      name: 'written to disk by a publication alone, MB',
      value: median(alone, (each) => each.writtenBytes) / megabyte,
      limit: maximum.written,
      digits: 2,
    },
    { name: 'resident memory, MB', value: resident.most / megabyte },
    {
      name: `the same, above that at ${resident.fewestTeams.toLocaleString('en-GB')} teams`,
      value: (resident.most - resident.fewest) / megabyte,
      limit: maximum.resident,
    },
    { name: 'ready after the start, ms', value: readyMs, limit: maximum.readyMs },
    { name: 'database file, MB', value: fileBytes / megabyte },
    {
      name: 'large league, a join or leave a second: p95, × idle',
      value: churn.busyMs / churn.idleMs,
      limit: maximum.ofIdleLeague,
      digits: 2,
    },
  ]
}

function compareKind(kind: 'pages' | 'saves', { idle, busy }: PublishResult['duringVisits']) {
  const ofKind = (samples: readonly Sample[]) =>
    samples.filter((each) => (each.kind === 'form') === (kind === 'saves'))
  const [before, during] = [ofKind(idle), ofKind(busy)]
  const at = (samples: readonly Sample[], share: number) =>
    quantile(
      samples.map((each) => each.ms),
      share,
    )
  const failed = during.filter(({ status }) => status !== (kind === 'saves' ? 303 : 200)).length
  const figures = [at(during, 0.5), at(before, 0.5), at(during, 0.99), at(before, 0.99)].map(printMs)
  const value = at(during, 0.99) / at(before, 0.99)
  return {
    figure: { name: `p99 of ${kind} during publications, × idle`, value, limit: maximum.ofIdle, digits: 2 },
    failed,
    row: [kind, ...figures, String(during.length), String(failed)],
  }
}

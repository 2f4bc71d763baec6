import type { Sample } from '../../load/plan.ts'
import { quantile } from '../../load/quantiles.ts'
import type { Report } from '../part.ts'
import type { PublishResult } from '../publish.ts'
import { printMs, printTable } from '../table.ts'
import type { PublishRun } from './run.ts'

const megabyte = 1_000_000
const most = {
  shownMs: 1_000,
  ofRaw: 0.05,
  ofIdle: 1.2,
  written: 1,
  resident: 120,
  readyMs: 5_000,
  ofQuiet: 2,
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
  const kinds = (['pages', 'saves'] as const).map((kind) => compareKind(kind, result.meanwhile))
  const figures = [...listFigures(result), ...kinds.map(({ figure }) => figure)]
  const rows = figures.map(({ name, value, limit, digits = 0 }) => [
    name,
    value.toFixed(digits),
    limit === undefined ? '' : String(limit),
  ])
  const visitors = printTable(
    ['visitors meanwhile', 'p50, ms', 'p50 idle', 'p99, ms', 'p99 idle', 'asked', 'failed'],
    kinds.map(({ row }) => row),
  )
  const title = `publish, ${result.teams.toLocaleString('en-GB')} teams × 3 rounds`
  const tooMuch = figures.filter(({ value, limit }) => limit !== undefined && !(value <= limit))
  const broken = [
    ...result.broken,
    ...kinds.flatMap(({ failed, figure }) => (failed > 0 ? [`${figure.name}: ${failed} failed`] : [])),
    ...tooMuch.map(({ name, value, limit }) => `${name}: ${value.toFixed(2)}, at most ${limit}`),
  ]
  return {
    markdown: `${printTable([title, 'measured', 'at most'], rows)}\n\n${visitors}`,
    broken: broken.map((each) => `publish: ${each}`),
  }
}

const middle = (presses: readonly PublishRun[], of: (press: PublishRun) => number) =>
  quantile(presses.map(of), 0.5)
const shownMs = ({ fromAt, shownAt }: PublishRun) => shownAt - fromAt

function listFigures({ raw, alone, meanwhile, ...result }: PublishResult): Figure[] {
  const { resident, churn, fileBytes, readyMs } = result
  const beside = middle(meanwhile.presses, shownMs)
  const worst = Math.max(...meanwhile.presses.map(shownMs))
  return [
    { name: 'plain SQL that stores the same results, ms', value: raw.ms },
    { name: 'teams that stand elsewhere in it', value: raw.differences, limit: 0 },
    {
      name: 'press until answered, alone, ms',
      value: middle(alone, (each) => each.answeredAt - each.fromAt),
    },
    { name: 'press until shown everywhere, alone, ms', value: middle(alone, shownMs) },
    { name: 'the same beside visitors, ms', value: beside, limit: most.shownMs },
    { name: 'the same, the slowest press, ms', value: worst },
    { name: 'the same, × plain SQL', value: beside / raw.ms, limit: most.ofRaw, digits: 3 },
    {
      name: 'written to disk by a press alone, MB',
      value: middle(alone, (each) => each.writtenBytes) / megabyte,
      limit: most.written,
      digits: 2,
    },
    { name: 'resident memory, MB', value: resident.most / megabyte },
    {
      name: `the same, above that at ${resident.fewestTeams.toLocaleString('en-GB')} teams`,
      value: (resident.most - resident.fewest) / megabyte,
      limit: most.resident,
    },
    { name: 'ready after the start, ms', value: readyMs, limit: most.readyMs },
    { name: 'database file, MB', value: fileBytes / megabyte },
    {
      name: 'large league, a join or leave a second: p95, × quiet',
      value: churn.busyMs / churn.quietMs,
      limit: most.ofQuiet,
      digits: 2,
    },
  ]
}

function compareKind(kind: 'pages' | 'saves', { idle, busy }: PublishResult['meanwhile']) {
  const own = (samples: readonly Sample[]) =>
    samples.filter((each) => (each.kind === 'form') === (kind === 'saves'))
  const [before, during] = [own(idle), own(busy)]
  const at = (samples: readonly Sample[], share: number) =>
    quantile(
      samples.map((each) => each.ms),
      share,
    )
  const failed = during.filter(({ status }) => status !== (kind === 'saves' ? 303 : 200)).length
  const figures = [at(during, 0.5), at(before, 0.5), at(during, 0.99), at(before, 0.99)].map(printMs)
  const value = at(during, 0.99) / at(before, 0.99)
  return {
    figure: { name: `p99 of ${kind} meanwhile, × idle`, value, limit: most.ofIdle, digits: 2 },
    failed,
    row: [kind, ...figures, String(during.length), String(failed)],
  }
}

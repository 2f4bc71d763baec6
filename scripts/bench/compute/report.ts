import type { Sample } from '../../load/plan.ts'
import { quantile } from '../../load/quantiles.ts'
import type { ComputeResult } from '../compute.ts'
import type { Report } from '../part.ts'
import { printMs, printTable } from '../table.ts'

/** Of the time that plain SQL takes. */
const mostOfRaw = 1.3
/** Of the p99 while nothing is computed. */
const mostOfIdle = 2

/** Ratios first: beside plain SQL, then what visitors noticed. */
export function reportCompute(result: ComputeResult): Report {
  const { teams, rounds, measured, killed } = result
  const took = measured.watched.toAt - measured.watched.fromAt
  const [alone, raw] = [rounds.product, rounds.raw].map((times) => quantile(times, 0.5))
  const beside = ratioOf(rounds)
  const seconds = (ms = Number.NaN) => (ms / 1000).toFixed(1)
  const name = `${teams.toLocaleString('en-GB')} teams × 3 rounds`
  const times = printTable(
    [
      'computation',
      `× plain SQL, alone (at most ${mostOfRaw})`,
      `× plain SQL, beside visitors (at most ${mostOfRaw})`,
      'plain SQL, s',
      'alone, s',
      'beside visitors, s',
      'progress shown',
      'pages looked at for halves',
    ],
    [
      [
        name,
        beside.toFixed(2),
        (took / (raw ?? Number.NaN)).toFixed(2),
        ...[raw, alone, took].map(seconds),
        `${measured.watched.shown} times`,
        String(measured.looks),
      ],
    ],
  )
  const visitors = kinds.map((kind) => compareKind(kind, measured))
  const tooSlow = visitors.filter(({ ratio }) => !(ratio <= mostOfIdle))
  const failed = visitors.reduce((sum, each) => sum + each.failed, 0)
  const broken = [...rounds.differences, ...measured.broken, ...killed]
  if (!(beside <= mostOfRaw)) broken.push(`alone it takes ${beside.toFixed(2)} times as long as plain SQL`)
  if (!(took / (raw ?? 0) <= mostOfRaw)) {
    broken.push(`beside visitors it takes ${(took / (raw ?? 0)).toFixed(2)} times as long as plain SQL`)
  }
  broken.push(...tooSlow.map(({ name, ratio }) => `p99 of ${name} is ${ratio.toFixed(2)} times the idle one`))
  if (failed > 0) broken.push(`${failed} visits failed during the computation`)
  const noticed = printTable(
    [
      'visitors meanwhile',
      `p99, × idle (at most ${mostOfIdle})`,
      'p50, ms',
      'p50 idle',
      'p99, ms',
      'p99 idle',
      'asked',
      'failed',
    ],
    visitors.map(({ row }) => row),
  )
  return { markdown: `${times}\n\n${noticed}`, broken: broken.map((each) => `compute: ${each}`) }
}

function ratioOf({ product, raw }: ComputeResult['rounds']): number {
  return quantile(
    product.map((ms, round) => ms / (raw[round] ?? Number.NaN)),
    0.5,
  )
}

const kinds = ['pages', 'saves'] as const

function compareKind(kind: (typeof kinds)[number], { idle, busy }: ComputeResult['measured']) {
  const own = (samples: readonly Sample[]) =>
    samples.filter((each) => (each.kind === 'form') === (kind === 'saves'))
  const [before, during] = [own(idle), own(busy)]
  const at = (samples: readonly Sample[], share: number) =>
    quantile(
      samples.map(({ ms }) => ms),
      share,
    )
  const ratio = at(during, 0.99) / at(before, 0.99)
  const failed = during.filter(({ status }) => status !== (kind === 'saves' ? 303 : 200)).length
  const figures = [at(during, 0.5), at(before, 0.5), at(during, 0.99), at(before, 0.99)].map(printMs)
  const row = [kind, ratio.toFixed(2), ...figures, String(during.length), String(failed)]
  return { name: kind, ratio, failed, row }
}

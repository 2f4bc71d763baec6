import { Flag } from '#app/ui/art/flag.tsx'
import { classes } from '#app/ui/classes.ts'
import { Num } from '#app/ui/data/unit.tsx'
import { formatPoints, formatRank } from '#app/ui/format.ts'
import { Summary } from '#app/ui/navigation/text-link.tsx'
import { Cell, ColumnHeader, Row, RowHeader, Table } from './table.tsx'

/** Ink 78 %, ink 50 %, the accent colour with an outline. The value is beside every bar. */
const ROUND_CLASSES = [
  'fill-[color-mix(in_oklab,var(--ink)_78%,var(--surface))]',
  'fill-[color-mix(in_oklab,var(--ink)_50%,var(--surface))]',
  'fill-spot stroke-spot-ink stroke-1 [vector-effect:non-scaling-stroke] forced-colors:stroke-[CanvasText]',
] as const

/** The parts inherit it: an outline where the system chooses the colours. */
const OUTLINE_CLASSES =
  'forced-colors:forced-color-adjust-none forced-colors:stroke-[CanvasText] forced-colors:stroke-1'

function getRoundClass(index: number, count: number): string {
  return ROUND_CLASSES[index + Math.max(0, 3 - count)] ?? ROUND_CLASSES[0]
}

export interface CountryPoints {
  code: string
  country: string
  /** The points that the country earned for the team in each round, in hundredths; null without results. */
  hundredths: readonly (number | null)[]
}

interface PointsChartProps {
  rounds: readonly string[]
  rows: readonly CountryPoints[]
}

export function RoundLegend({ rounds }: { rounds: readonly string[] }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {rounds.map((title, i) => (
        <span key={title}>
          <svg
            className={classes(
              'mr-[0.4rem] inline-block size-3.5 rounded-[2px] align-[-2px]',
              OUTLINE_CLASSES,
              getRoundClass(i, rounds.length),
            )}
            width="14"
            height="14"
            viewBox="0 0 14 14"
            aria-hidden="true"
          >
            <rect width="14" height="14" />
          </svg>
          {`${title} `}
        </span>
      ))}
    </p>
  )
}

/** Points per country and round as stacked bars, best first, with totals in text and a table on demand. */
export function PointsChart({ rounds, rows }: PointsChartProps) {
  const sorted = rows.map((row) => ({ ...row, total: sum(row.hundredths) })).sort((a, b) => b.total - a.total)
  const highestTotal = Math.max(1, ...sorted.map((row) => row.total))
  return (
    <>
      <ul className="grid gap-[0.9rem]" aria-label="Points per country, best first">
        {sorted.map((row) => (
          <li
            key={row.code}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-[0.8rem] gap-y-[0.3rem] md:grid-cols-[auto_6.5rem_minmax(0,1fr)_3.5rem]"
          >
            <Flag code={row.code} size="s" />
            <span className="wrap-anywhere">{row.country}</span>{' '}
            <StackedBar hundredths={row.hundredths} rounds={rounds} highestTotal={highestTotal} />
            <Num className="text-num-sm">{formatPoints(row.total)}</Num>
          </li>
        ))}
      </ul>
      <details className="mt-3 text-sm">
        <Summary>Show as table</Summary>
        <PointsTable rounds={rounds} rows={sorted} />
      </details>
    </>
  )
}

function sum(hundredths: readonly (number | null)[]): number {
  return hundredths.reduce<number>((total, n) => total + (n ?? 0), 0)
}

function StackedBar({
  hundredths,
  rounds,
  highestTotal,
}: Omit<CountryPoints, 'code' | 'country'> & { rounds: readonly string[]; highestTotal: number }) {
  const parts = hundredths.map((n, i) => ({
    n: n ?? 0,
    from: sum(hundredths.slice(0, i)),
    title: rounds[i] ?? '',
    className: getRoundClass(i, rounds.length),
  }))
  const shown = parts.filter(({ n }) => n > 0)
  const label = shown.map(({ title, n }) => `${title} ${formatPoints(n)}`).join(', ')
  const scale = (n: number) => Math.round((n / highestTotal) * 1000)
  return (
    <svg
      className={classes(
        'h-[18px] w-full overflow-hidden max-md:col-span-full max-md:row-start-2 md:h-[26px]',
        OUTLINE_CLASSES,
      )}
      width="300"
      viewBox="0 0 1000 10"
      preserveAspectRatio="none"
      role="img"
      aria-label={label || 'No points'}
    >
      {shown.map(({ n, from, title, className }) => (
        <rect
          key={title}
          className={className}
          x={scale(from)}
          width={Math.max(1, scale(n) - 4)}
          height="10"
        />
      ))}
    </svg>
  )
}

function PointsTable({ rounds, rows }: PointsChartProps) {
  return (
    <Table>
      <caption className="sr-only">Points per country and round</caption>
      <thead>
        <tr>
          <ColumnHeader>Country</ColumnHeader>
          {rounds.map((title) => (
            <ColumnHeader key={title} end>
              {title}
            </ColumnHeader>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.code}>
            <RowHeader>{row.country}</RowHeader>
            {rounds.map((title, i) => (
              <Cell key={title} end>
                {formatPoints(row.hundredths[i] ?? null)}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

export interface RoundRank {
  title: string
  rank: number
}

/** The global rank after each computed round, best at the top; nothing without one. */
export function RankChart({ ranks }: { ranks: readonly RoundRank[] }) {
  const points = toChartPoints(ranks)
  if (points.length === 0) return null
  const label = ranks.map(({ title, rank }) => `${rank} after ${title}`).join(', ')
  return (
    <svg
      className="h-auto w-full max-w-104"
      width="300"
      viewBox="0 0 300 210"
      role="img"
      aria-label={`Global rank: ${label}`}
    >
      {[34, 79, 124, 169].map((y) => (
        <line key={y} className="stroke-line" x1="20" x2="290" y1={y} y2={y} />
      ))}
      <polyline
        className="fill-none stroke-4 stroke-spot [stroke-linejoin:round]"
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
      />
      {points.map(({ x, y, title, rank, isLast }) => (
        <g key={title}>
          <circle
            className={isLast ? 'fill-spot stroke-3 stroke-surface' : 'fill-surface stroke-3 stroke-spot'}
            cx={x}
            cy={y}
            r={isLast ? 8 : 6}
          />
          <text
            className="fill-ink font-[800] font-stretch-62% text-[20px] tabular-nums"
            x={x}
            y={y - 16}
            textAnchor="middle"
          >
            {formatRank(rank)}
          </text>{' '}
          <text className="fill-muted text-[14px]" x={x} y="202" textAnchor="middle">
            {title}
          </text>{' '}
        </g>
      ))}
    </svg>
  )
}

function toChartPoints(ranks: readonly RoundRank[]) {
  const all = ranks.map(({ rank }) => rank)
  const best = Math.min(...all)
  const spread = Math.max(1, Math.max(...all) - best)
  const step = ranks.length > 1 ? 212 / (ranks.length - 1) : 0
  return ranks.map(({ title, rank }, i) => ({
    title,
    rank,
    isLast: i === ranks.length - 1,
    x: Math.round(44 + i * step),
    y: Math.round(40 + ((rank - best) / spread) * 118),
  }))
}

import { Flag } from '#app/ui/art/flag.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { formatPoints } from '#app/ui/format.ts'
import { Bar, ChartTable } from './chart.tsx'
import { createScale } from './scale.ts'

/** Ink 78 %, ink 50 %, the accent colour with an outline. The value is beside every bar. */
const ROUND_CLASSES = [
  'fill-[color-mix(in_oklab,var(--ink)_78%,var(--surface))]',
  'fill-[color-mix(in_oklab,var(--ink)_50%,var(--surface))]',
  'fill-spot stroke-spot-ink stroke-1 forced-colors:stroke-[CanvasText]',
] as const

/** The parts inherit it: an outline where the system chooses the colours. */
const OUTLINE_CLASSES =
  'forced-colors:forced-color-adjust-none forced-colors:stroke-[CanvasText] forced-colors:stroke-1'

function getRoundClass(index: number, count: number): string {
  return ROUND_CLASSES[index + Math.max(0, 3 - count)] ?? ROUND_CLASSES[0]
}

interface CountryPoints {
  code: string
  country: string
  /** The points that the country earned for the team in each round, in hundredths; null without results. */
  hundredths: readonly (number | null)[]
}

export function RoundLegend({ rounds }: { rounds: readonly string[] }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {rounds.map((title, i) => (
        <span key={title}>
          <Bar
            className={`mr-[0.4rem] inline-block size-3.5 rounded-[2px] align-[-2px] ${OUTLINE_CLASSES}`}
            parts={[{ from: 0, size: 100, className: getRoundClass(i, rounds.length) }]}
          />
          {`${title} `}
        </span>
      ))}
    </p>
  )
}

/** Points per country and round as stacked bars, best first, with totals in text and a table on demand. */
export function PointsChart({ rounds, rows }: { rounds: readonly string[]; rows: readonly CountryPoints[] }) {
  const sorted = rows.map((row) => ({ ...row, total: sum(row.hundredths) })).sort((a, b) => b.total - a.total)
  const toPercent = createScale([0, Math.max(1, ...sorted.map((row) => row.total))], [0, 100])
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
            <StackedBar {...row} {...{ rounds, toPercent }} />
            <Num className="text-num-sm">{formatPoints(row.total)}</Num>
          </li>
        ))}
      </ul>
      <ChartTable
        caption="Points per country and round"
        columns={['Country', ...rounds]}
        rows={sorted.map(({ country, hundredths }) => [country, ...hundredths.map(formatPoints)])}
      />
    </>
  )
}

function sum(hundredths: readonly (number | null)[]): number {
  return hundredths.reduce<number>((total, n) => total + (n ?? 0), 0)
}

interface StackedBarProps extends Pick<CountryPoints, 'hundredths'> {
  rounds: readonly string[]
  /** Of the highest total. */
  toPercent: (hundredths: number) => number
}

function StackedBar({ hundredths, rounds, toPercent }: StackedBarProps) {
  const parts = hundredths.map((n, i) => ({
    n: n ?? 0,
    from: toPercent(sum(hundredths.slice(0, i))),
    size: Math.max(0.1, toPercent(n ?? 0) - 0.4),
    title: rounds[i] ?? '',
    className: getRoundClass(i, rounds.length),
  }))
  const shown = parts.filter(({ n }) => n > 0)
  const label = shown.map(({ title, n }) => `${title} ${formatPoints(n)}`).join(', ')
  return (
    <Bar
      className={`h-[18px] w-full overflow-hidden max-md:col-span-full max-md:row-start-2 md:h-[26px] ${OUTLINE_CLASSES}`}
      parts={shown}
      label={label || 'No points'}
    />
  )
}

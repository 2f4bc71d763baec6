import type { ReactNode } from 'react'
import { Cell, ColumnHeader, Row, RowHeader } from '#app/ui/data/table.tsx'
import { Summary } from '#app/ui/navigation/text-link.tsx'
import type { ChartPoint } from './scale.ts'

interface ChartProps {
  /** What the picture shows: the numbers, or what is to be seen in them. */
  label: string
  height: number | string
  /** Hairlines across at `y` or down at `x`, with what they stand for. */
  ticks: readonly (Partial<ChartPoint> & { text: string })[]
  children: ReactNode
}

/** A picture as wide as its container; a table near it has its numbers. */
export function Chart({ label, height, ticks, children }: ChartProps) {
  return (
    <svg className="overflow-visible" width="100%" height={height} role="img" aria-label={label}>
      {ticks.map(({ x, y, text }) => (
        <g key={`${x} ${y}`}>
          <Line
            className="stroke-line"
            points={[
              { x: x ?? 0, y: y ?? 0 },
              { x: x ?? 100, y: y ?? 90 },
            ]}
          />
          <At x={x ?? 0} y={y ?? 100}>
            <text className="fill-muted" fontSize="14" y="-5" textAnchor={x ? 'middle' : 'start'}>
              {text}
            </text>{' '}
          </At>
        </g>
      ))}
      {children}
    </svg>
  )
}

interface LineProps {
  points: readonly ChartPoint[]
  className: string
  /** Tells lines apart without colour. */
  dash?: string | undefined
}

export const ownLineLook = 'stroke-4 stroke-spot-ink'
export const otherLineLook = 'stroke-2 stroke-edge'

export function Line({ points, className, dash }: LineProps) {
  const toEnd = ({ x, y }: ChartPoint) => [`${x}%`, `${y}%`]
  return points.slice(1).map((point, at) => {
    const [x1, y1] = toEnd(points[at] ?? point)
    const [x2, y2] = toEnd(point)
    return <line key={x2} className={className} strokeDasharray={dash} {...{ x1, y1, x2, y2 }} />
  })
}

/** What is drawn at a point, in pixels from it; 1 × 1 itself, so that it adds nothing to scroll. */
export function At({ x, y, children }: ChartPoint & { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: a part of a chart, which has a name
    <svg className="overflow-visible" x={`${x}%`} y={`${y}%`} width="1" height="1">
      {children}
    </svg>
  )
}

export function Mark({ isFilled }: { isFilled: boolean }) {
  const look = isFilled ? 'fill-current stroke-surface text-spot-ink' : 'fill-surface stroke-ink'
  return <circle className={`stroke-2 ${look}`} r={isFilled ? 7 : 5} />
}

interface LabelProps {
  /** In pixels from its point (`placeLabels`). */
  place: ChartPoint | null | undefined
  className: string
  fontSize: number
  children: string
}

/** A label where there is room for it; lines do not touch it. */
export function Label({ place, className, ...text }: LabelProps) {
  if (!place) return null
  const look = `fill-ink stroke-4 stroke-surface ${className}`
  return <text className={look} paintOrder="stroke" textAnchor="middle" {...place} {...text} />
}

interface BarProps {
  /** In percents of its length. */
  parts: readonly { from: number; size: number; className: string }[]
  /** Without one it is decoration: the value stands beside it. */
  label?: string
  className: string
}

export function Bar({ parts, label, className }: BarProps) {
  return (
    <svg className={className} width="300" role={label && 'img'} aria-label={label} aria-hidden={!label}>
      {parts.map(({ from, size, className }) => (
        <rect key={className} className={className} x={`${from}%`} width={`${size}%`} height="100%" />
      ))}
    </svg>
  )
}

interface ChartTableProps {
  caption: string
  columns: readonly string[]
  /** The first cell names the row. */
  rows: readonly (readonly string[])[]
}

/** The numbers behind a chart, on demand. */
export function ChartTable({ caption, columns, rows }: ChartTableProps) {
  return (
    <details className="mt-3 text-sm">
      <Summary>Show as table</Summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll region must be reachable by keyboard */}
      <section className="relative overflow-x-auto" tabIndex={0} aria-label={caption}>
        <table className="w-full border-collapse tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map((title, at) => (
                <ColumnHeader key={title} end={at > 0}>
                  {title}
                </ColumnHeader>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells], index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name
              <Row key={index}>
                <RowHeader>
                  <bdi>{name}</bdi>
                </RowHeader>
                {cells.map((cell, at) => (
                  <Cell key={columns[at + 1]} end>
                    {cell}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

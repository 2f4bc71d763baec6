import { chooseEvenly } from '#app/game/scoreboard/tick-line.ts'
import { formatRank } from '#app/ui/format.ts'
import { At, Chart, Label, Line, Mark, ownLineLook } from './chart.tsx'
import { placeLabels } from './place-labels.ts'
import { createScale } from './scale.ts'

export interface RankPoint {
  title: string
  rank: number
}

/** Ranks in their order as a line, best at the top. Changes are labelled; the last, first, best and worst before the others. */
export function RankChart({ label, ranks }: { label: string; ranks: readonly RankPoint[] }) {
  const all = ranks.map(({ rank }) => rank)
  const [best, worst] = [Math.min(...all), Math.max(...all)]
  const toX = createScale([0, ranks.length - 1], [10, 90])
  const toY = createScale([best, worst], [20, 75])
  const last = ranks.length - 1
  const points = all.map((rank, at) => {
    const [before = rank, after = rank] = [all[at - 1], all[at + 1]]
    const prefersBelow = rank >= Math.max(before, after) && rank > Math.min(before, after)
    const isTold = at === 0 || at === last || rank !== before
    return { x: toX(at), y: toY(rank), label: isTold ? formatRank(rank) : '', prefersBelow }
  })
  const order = new Set([last, 0, all.indexOf(best), all.indexOf(worst), ...ranks.keys()])
  const sorted = [...order].flatMap((at) => points[at] ?? [])
  const labels = placeLabels(sorted, { width: 220, height: 210, fontSize: 20 })
  const titles = chooseEvenly(ranks.length, 4).map((at) => ({ x: toX(at), text: ranks[at]?.title ?? '' }))
  return (
    <Chart label={label} height={210} ticks={titles}>
      <Line points={points} className={ownLineLook} />
      {sorted.map(({ x, y, label }, at) => (
        <At key={x} x={x} y={y}>
          <Mark isFilled={at === 0} />
          <Label place={labels[at]} className="num" fontSize={20}>
            {label}
          </Label>{' '}
        </At>
      ))}
    </Chart>
  )
}

import { ChartTable } from '#app/ui/charts/chart.tsx'
import { RankChart, type RankPoint } from '#app/ui/charts/rank-chart.tsx'
import { TitledCard } from '#app/ui/data/card.tsx'
import { formatRank } from '#app/ui/format.ts'

/** The rank among all teams through an evening, press by press. */
export function EveningCard({ ranks }: { ranks: readonly RankPoint[] }) {
  const [best, worst] = [Math.min, Math.max].map((pick) => formatRank(pick(...ranks.map(({ rank }) => rank))))
  const [from, to] = [ranks.at(0), ranks.at(-1)].map(
    (each) => `${formatRank(each?.rank ?? 0)} at ${each?.title}`,
  )
  return (
    <TitledCard id="evening" title="Rank through the evening">
      <RankChart label={`From ${from} to ${to}, best ${best}, worst ${worst}`} ranks={ranks} />
      <ChartTable
        caption="Rank after the points of each time"
        columns={['Points of', 'Rank']}
        rows={ranks.map(({ title, rank }, id) => ({ id, name: title, cells: [formatRank(rank)] }))}
      />
    </TitledCard>
  )
}

import type { comparePrices } from '#app/game/scoring/compare-prices.ts'
import { At, Chart, Label, Line, Mark, otherLineLook } from '#app/ui/charts/chart.tsx'
import { placeLabels } from '#app/ui/charts/place-labels.ts'
import { createScale, listGridValues } from '#app/ui/charts/scale.ts'
import { Card, CardHeader } from '#app/ui/data/card.tsx'
import { formatPrice } from '#app/ui/format.ts'

const size = { height: 320, fontSize: 14 }

type Prices = NonNullable<ReturnType<typeof comparePrices>>

/** The countries of a final by price and points: who was a bargain. Their numbers are in the page's table. */
export function PricesCard({ prices }: { prices: Prices }) {
  const { countries, dearest, most, pointsPerMillion, finding } = prices
  const toX = createScale([0, dearest], [0, 95])
  const toY = createScale([0, most], [90, 8])
  const points = countries.map((each) => ({
    ...each,
    x: toX(each.priceTenths),
    y: toY(each.points),
    label: each.country,
  }))
  // A wide page has room for more of them.
  const onPhone = placeLabels(points, { ...size, width: 240 })
  const onWide = placeLabels(points, { ...size, width: 580 })
  const end = Math.min(dearest, (10 * most) / pointsPerMillion)
  const ticks = [
    ...[0, ...listGridValues(most)].map((value) => ({ y: toY(value), text: value ? `${value}` : '' })),
    ...listGridValues(dearest / 10).map((millions) => ({ x: toX(10 * millions), text: `${millions}M` })),
  ]
  return (
    <Card labelledBy="prices">
      <CardHeader id="prices" title="Points for the price" note={finding} />
      <div className="grid gap-3 p-gap">
        <Chart label={finding} height={size.height} ticks={ticks}>
          <Line
            className={otherLineLook}
            dash="8 5"
            points={[
              { x: 0, y: 90 },
              { x: toX(end), y: toY((end / 10) * pointsPerMillion) },
            ]}
          />
          {points.map(({ country, priceTenths, points, isMine, x, y }, at) => (
            <At key={country} x={x} y={y}>
              <title>{`${country}: ${formatPrice(priceTenths)}M, ${points} points`}</title>{' '}
              <Mark isFilled={isMine} />
              <Label place={onPhone[at]} className="md:hidden" fontSize={size.fontSize}>
                {country}
              </Label>{' '}
              <Label place={onWide[at]} className="max-md:hidden" fontSize={size.fontSize}>
                {country}
              </Label>{' '}
            </At>
          ))}
        </Chart>
        <p className="text-muted text-sm">
          Higher is more points, further right a higher price. Filled: yours. Dashed: the average. All numbers
          are in the table below.
        </p>
      </div>
    </Card>
  )
}

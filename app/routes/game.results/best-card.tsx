import { TitledCard } from '#app/ui/data/card.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { formatPoints, formatPrice } from '#app/ui/format.ts'
import type { ResultsView } from './load.server.ts'

/** What was possible in the round: the best order of the six, and the best six within the budget. */
export function BestCard({ best, isOwn }: { best: NonNullable<ResultsView['best']>; isOwn: boolean }) {
  const { own, sharePercent, six, budgetTenths } = best
  return (
    <TitledCard id="possible" title="What was possible">
      {own && (
        <Best
          title={isOwn ? 'Your best order' : 'Their best order'}
          note={`${isOwn ? 'You' : 'They'} got ${sharePercent}%`}
          {...own}
        />
      )}
      <Best title={`Best six within ${formatPrice(budgetTenths)}M`} {...six} />
    </TitledCard>
  )
}

interface BestProps {
  title: string
  note?: string
  scoreHundredths: number
  countries: string
}

function Best({ title, note, scoreHundredths, countries }: BestProps) {
  return (
    <div>
      <p className="flex items-baseline justify-between gap-4">
        <b>{title}</b> <Num className="text-num-sm">{formatPoints(scoreHundredths)}</Num>
      </p>
      <p className="text-muted text-sm">
        {note && <b className="text-ink">{note}. </b>}
        {countries}
      </p>
    </div>
  )
}

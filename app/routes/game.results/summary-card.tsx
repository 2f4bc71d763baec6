import type { ReactNode } from 'react'
import { TitledCard } from '#app/ui/data/card.tsx'
import { Item, ItemList, ItemNote } from '#app/ui/data/item-list.tsx'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { formatPoints, formatRank } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import type { ResultsView } from './load.server.ts'

/** The Round Summary card; it links to the next line-up for the own team while rounds remain. */
export function SummaryCard({ view }: { view: ResultsView }) {
  const { round, ranks, team, roundsRemaining, next } = view
  return (
    <TitledCard id="round-summary" title="Round Summary">
      <ItemList>
        <SummaryRow label="Round points" value={formatPoints(round.scoreHundredths)} />
        <SummaryRow label="Round rank" value={formatRank(round.rank)} />
        {ranks.map(({ title, rank, scoreHundredths }) => (
          <SummaryRow key={title} label={`After ${title}`} value={formatRank(rank)}>
            <ItemNote>{formatPoints(scoreHundredths)} points</ItemNote>
          </SummaryRow>
        ))}
      </ItemList>
      {team.isOwn && roundsRemaining > 0 && next && (
        <p>
          <LinkButton variant="spot" href="/game/lineup" soft>
            Adjust Lineup for Next Round
          </LinkButton>
        </p>
      )}
    </TitledCard>
  )
}

interface SummaryRowProps {
  label: string
  value: ReactNode
  children?: ReactNode
}

function SummaryRow({ label, value, children }: SummaryRowProps) {
  return (
    <Item>
      <b>{label}</b>{' '}
      <Num className="text-num-sm">
        <NumberOrDash>{value}</NumberOrDash>
      </Num>
      {children}
    </Item>
  )
}

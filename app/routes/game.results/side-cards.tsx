import type { ReactNode } from 'react'
import { UNEXPLAINED_CORRECTION } from '#app/game/scoring/publication.ts'
import { nameRound } from '#app/game/season/round-name.ts'
import { TitledCard } from '#app/ui/data/card.tsx'
import { Item, ItemList, ItemNote } from '#app/ui/data/item-list.tsx'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { TotalLabel, TotalLine, Totals } from '#app/ui/data/totals.tsx'
import { Num } from '#app/ui/data/unit.tsx'
import { formatCount, formatPoints, formatPrice, formatRank } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import type { ResultsView } from './load.server.ts'

/** The Overall Result card: points earned, global rank, rounds remaining. */
export function OverallCard({ view }: { view: ResultsView }) {
  const { team, rounds, roundsRemaining, next } = view
  return (
    <TitledCard id="overall-result" title="Overall Result" stage>
      <Totals>
        <div>
          <TotalLabel>Points earned</TotalLabel>
          <dd translate="no" className="num wrap-anywhere mt-[0.45rem] text-[4.25rem]">
            <NumberOrDash>{formatPoints(team.totalHundredths)}</NumberOrDash>
          </dd>
        </div>
        <div>
          <TotalLabel>Global rank</TotalLabel>
          <dd translate="no" className="num wrap-anywhere mt-[0.45rem] text-[4.25rem] text-spot">
            <NumberOrDash>{formatRank(team.rank)}</NumberOrDash>
          </dd>
          {team.tied > 1 && (
            <dd className="mt-[0.4rem] text-muted text-sm">shared by {formatCount(team.tied)}</dd>
          )}
        </div>
        <TotalLine label="Rounds remaining" hasRule>
          {roundsRemaining} of {rounds.length}
        </TotalLine>
        <TotalLine label="Next round">{next ? next.roundTitle : 'None'}</TotalLine>
      </Totals>
      {view.correction && <Correction {...view.correction} />}
    </TitledCard>
  )
}

/** The admin's public note about the correction in force (D34). */
function Correction({ note, at }: NonNullable<ResultsView['correction']>) {
  return (
    <p>
      Corrected <time dateTime={at.iso}>{at.text}</time>
      {note !== UNEXPLAINED_CORRECTION && `: ${note}`}
    </p>
  )
}

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

/** The Round Summary card; it links to the next line-up for the own team while rounds remain. */
export function SummaryCard({ view }: { view: ResultsView }) {
  const { round, ranks, team, roundsRemaining, next } = view
  return (
    <TitledCard id="round-summary" title="Round Summary">
      <ItemList>
        <SummaryRow label="Round points" value={formatPoints(round.scoreHundredths)} />
        <SummaryRow label="Round rank" value={formatRank(round.rank)} />
        {ranks.map(({ title, rank, scoreHundredths }) => (
          <SummaryRow key={title} label={`After the ${nameRound(title)}`} value={formatRank(rank)}>
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

function SummaryRow({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
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

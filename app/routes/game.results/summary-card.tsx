import { TitledCard } from '#app/ui/data/card.tsx'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { formatPoints, formatRank } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import type { ResultsView } from './load.server.ts'

/** The Round Summary card; it links to the next line-up for the own team while rounds remain. */
export function SummaryCard({ view }: { view: ResultsView }) {
  const { round, ranks, team, roundsRemaining, next } = view
  return (
    <TitledCard id="round-summary" title="Round Summary">
      <ul className="sched">
        <li>
          <b>Round points</b>
          <span className="num num-sm">
            <NumberOrDash>{formatPoints(round.scoreHundredths)}</NumberOrDash>
          </span>
        </li>
        <li>
          <b>Round rank</b>
          <span className="num num-sm">
            <NumberOrDash>{formatRank(round.rank)}</NumberOrDash>
          </span>
        </li>
        {ranks.map((each) => (
          <li key={each.title}>
            <b>After {each.title}</b>
            <span className="num num-sm">
              <NumberOrDash>{formatRank(each.rank)}</NumberOrDash>
            </span>
            <span className="time">{formatPoints(each.scoreHundredths)} points in it</span>
          </li>
        ))}
      </ul>
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

import { UNEXPLAINED_CORRECTION } from '#app/game/scoring/publication.ts'
import { TitledCard } from '#app/ui/data/card.tsx'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { TotalLabel, TotalLine, Totals } from '#app/ui/data/totals.tsx'
import { formatCount, formatPoints, formatRank } from '#app/ui/format.ts'
import type { ResultsView } from './load.server.ts'

/** The admin's public note about the correction in force (D34). */
function Correction({ note, at }: NonNullable<ResultsView['correction']>) {
  return (
    <p>
      Corrected <time dateTime={at.iso}>{at.text}</time>
      {note !== UNEXPLAINED_CORRECTION && `: ${note}`}
    </p>
  )
}

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

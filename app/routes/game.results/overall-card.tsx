import { UNEXPLAINED_CORRECTION } from '#app/game/scoring/publication.ts'
import { TitledCard } from '#app/ui/data/card.tsx'
import { NumberOrDash } from '#app/ui/data/number-or-dash.tsx'
import { formatCount, formatPoints, formatRank } from '#app/ui/format.ts'
import type { ResultsView } from './load.server.ts'

/** The admin's public note about the correction in force (D34). */
function Correction({ note, at }: NonNullable<ResultsView['correction']>) {
  return (
    <p className="note">
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
      <dl className="totals">
        <div>
          <dt>Points earned</dt>
          <dd className="num num-total">
            <NumberOrDash>{formatPoints(team.totalHundredths)}</NumberOrDash>
          </dd>
        </div>
        <div>
          <dt>Global rank</dt>
          <dd className="num num-total text-spot-ink hot">
            <NumberOrDash>{formatRank(team.rank)}</NumberOrDash>
          </dd>
          {team.tied > 1 && <dd className="note">shared by {formatCount(team.tied)}</dd>}
        </div>
        <div className="line">
          <dt>Rounds remaining</dt>
          <dd>
            {roundsRemaining} of {rounds.length}
          </dd>
        </div>
        <div className="line">
          <dt>Next round</dt>
          <dd>{next ? next.roundTitle : 'None'}</dd>
        </div>
      </dl>
      {view.correction && <Correction {...view.correction} />}
    </TitledCard>
  )
}

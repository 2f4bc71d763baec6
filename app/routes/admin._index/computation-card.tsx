import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Progress } from '#app/ui/progress.tsx'
import type { AdminRound, ShownComputation } from './view.ts'

interface ComputationCardProps {
  computation: ShownComputation
  round: AdminRound
  /** The page shows only this and refreshes itself. */
  isWatched?: boolean
}

/** The latest computation: waiting, running with its progress, done, or failed with its reason. */
export function ComputationCard({ computation, round, isWatched }: ComputationCardProps) {
  const isActive = computation.state === 'queued' || computation.state === 'running'
  return (
    <Card pad labelledBy="computation">
      <div className="row spread">
        <h2 className="t" id="computation">
          Computation
        </h2>
        <StateBadge state={computation.state} />
      </div>
      <div className="stack" role="status">
        <p>{sentence(computation)}</p>
        {isActive && (
          <Progress
            label="Progress"
            value={computation.stepsDone}
            max={Math.max(1, computation.stepsTotal)}
          />
        )}
        {isActive && isWatched && (
          <p className="sm muted">Team scores computation triggered. This page refreshes itself.</p>
        )}
      </div>
      {isActive && (
        <LinkButton variant="line" href={`/admin?round=${round.roundNumber}${isWatched ? '' : '&watch=1'}`}>
          {isWatched ? 'Back to the scores' : 'Watch it'}
        </LinkButton>
      )}
    </Card>
  )
}

function StateBadge({ state }: { state: ShownComputation['state'] }) {
  if (state === 'done') return <Badge tone="ok">Done</Badge>
  if (state === 'failed') return <Badge tone="bad">Failed</Badge>
  return <Badge icon="clock">{state === 'running' ? 'Running' : 'Waiting'}</Badge>
}

function sentence({ state, roundTitle, computedTitles, problem }: ShownComputation): string {
  if (state === 'failed')
    return `${problem ?? 'The computation stopped.'} The ranking before it stays in force: compute again.`
  if (roundTitle === null) return afterClockWentBack(state, computedTitles)
  if (state === 'done') return `${roundTitle}: team scores are computed. The ranking is up to date.`
  return state === 'running'
    ? `${roundTitle}: team scores are being computed.`
    : `${roundTitle}: the computation is about to start.`
}

/** A clock that goes back takes results away (F3): nobody asked for a round, and fewer are computed than before. */
function afterClockWentBack(state: ShownComputation['state'], computedTitles: readonly string[]): string {
  const wentBack = 'The clock went back.'
  if (state !== 'done') return `${wentBack} The ranking is made again.`
  return computedTitles.length === 0
    ? `${wentBack} No round is computed.`
    : `${wentBack} Computed are: ${computedTitles.join(', ')}. The ranking is up to date.`
}

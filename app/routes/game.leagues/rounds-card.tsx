import { Badge } from '#app/ui/data/badge.tsx'
import { Card } from '#app/ui/data/card.tsx'
import type { LeagueRound } from './view.ts'

/** The Rounds side card with deadlines (spec 2). */
export function RoundsCard({ rounds }: { rounds: readonly LeagueRound[] }) {
  return (
    <Card pad labelledBy="rounds">
      <h2 className="t" id="rounds">
        Rounds
      </h2>
      <ul className="sched">
        {rounds.map((round) => (
          <li key={round.roundNumber}>
            <b>{round.title}</b>
            <State state={round.state} />
            <time dateTime={round.deadline.iso}>{round.deadline.text}</time>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function State({ state }: { state: LeagueRound['state'] }) {
  if (state === 'next') return <Badge tone="spot">Next</Badge>
  if (state === 'scored') return <Badge tone="ok">Scored</Badge>
  return state === 'closed' ? <Badge icon="lock">Closed</Badge> : <span />
}

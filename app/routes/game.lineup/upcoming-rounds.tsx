import { Badge } from '#app/ui/data/badge.tsx'
import { Card } from '#app/ui/data/card.tsx'
import { CalendarLinks } from '#app/ui/game/calendar-links.tsx'
import type { LineupRound } from './view.ts'

/** The Upcoming Rounds card: open rounds are buttons of the draft form (D22), past ones show their state. */
export function UpcomingRounds({ rounds, chosen }: { rounds: readonly LineupRound[]; chosen: number }) {
  return (
    <Card pad labelledBy="upcoming-rounds">
      <h2 className="t" id="upcoming-rounds">
        Upcoming Rounds
      </h2>
      <ul className="sched">
        {rounds.map(({ stored: _stored, isAutomatic: _automatic, hasAbsent: _absent, ...round }) => (
          <Upcoming key={round.roundNumber} round={round} isChosen={round.roundNumber === chosen} />
        ))}
      </ul>
      <CalendarLinks />
    </Card>
  )
}

type Round = Omit<LineupRound, 'stored' | 'isAutomatic' | 'hasAbsent'>

function Upcoming({ round, isChosen }: { round: Round; isChosen: boolean }) {
  return (
    <li>
      {round.isOpen ? (
        <button
          type="submit"
          className="sched-b"
          name="intent"
          value={`round:${round.roundNumber}`}
          aria-current={isChosen ? 'true' : undefined}
        >
          {round.title}
        </button>
      ) : (
        <b>{round.title}</b>
      )}
      <State round={round} />
      <time dateTime={round.deadline.iso}>{round.deadline.text}</time>
    </li>
  )
}

function State({ round }: { round: Round }) {
  if (round.isNext) return <Badge tone="spot">Next</Badge>
  if (round.isScored) return <Badge tone="ok">Scored</Badge>
  return round.isOpen ? <span /> : <Badge icon="lock">Closed</Badge>
}

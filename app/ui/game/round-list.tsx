import type { ReactNode } from 'react'
import type { RoundView } from '#app/game/season/round-view.ts'
import { Badge } from '#app/ui/data/badge.tsx'
import { Item, ItemList, ItemNote } from '#app/ui/data/item-list.tsx'

interface RoundListProps<Round> {
  rounds: readonly Round[]
  /** The round's title, or a button with it. */
  renderTitle?: (round: Round) => ReactNode
  /** The badge of an open round after the next one. */
  renderOpen?: (round: Round) => ReactNode
}

/** The rounds with their states and deadlines. */
export function RoundList<Round extends RoundView>({
  rounds,
  renderTitle = ({ title }) => <b>{title}</b>,
  renderOpen = () => <span />,
}: RoundListProps<Round>) {
  return (
    <ItemList>
      {rounds.map((round) => (
        <Item key={round.roundNumber}>
          {renderTitle(round)}{' '}
          {round.isOpen && !round.isNext ? renderOpen(round) : <RoundState round={round} />}
          <ItemNote>
            <time dateTime={round.deadline.iso}>{round.deadline.text}</time>
          </ItemNote>
        </Item>
      ))}
    </ItemList>
  )
}

function RoundState({ round }: { round: RoundView }) {
  if (round.isNext) return <Badge tone="spot">Next</Badge>
  if (round.isScored) return <Badge tone="ok">Scored</Badge>
  return <Badge icon="lock">Closed</Badge>
}

import { TitledCard } from '#app/ui/data/card.tsx'
import { SavedBadge } from '#app/ui/game/receipt.tsx'
import { RoundList } from '#app/ui/game/round-list.tsx'
import type { LineupRound } from './load.server.ts'

/** The Upcoming Rounds card: open rounds come first and are buttons of the draft form (D22), past ones show their state. */
export function UpcomingRounds({ rounds, chosen }: { rounds: readonly LineupRound[]; chosen: number }) {
  const openFirst = [...rounds.filter(({ isOpen }) => isOpen), ...rounds.filter(({ isOpen }) => !isOpen)]
  return (
    <TitledCard id="upcoming-rounds" title="Upcoming Rounds">
      <RoundList
        rounds={openFirst}
        renderOpen={(round) => <SavedBadge {...round} />}
        renderTitle={({ roundNumber, title, isOpen }) =>
          isOpen ? (
            <button
              type="submit"
              className="-my-[0.6rem] inline-flex min-h-11 items-center text-left font-bold underline decoration-[0.08em] underline-offset-[0.2em] hover:decoration-[0.16em] aria-[current]:text-spot-ink aria-[current]:decoration-[0.2em]"
              name="intent"
              value={`round:${roundNumber}`}
              aria-current={roundNumber === chosen ? 'true' : undefined}
            >
              {title}
            </button>
          ) : (
            <b>{title}</b>
          )
        }
      />
    </TitledCard>
  )
}

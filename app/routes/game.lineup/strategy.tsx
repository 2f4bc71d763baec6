import { TitledCard } from '#app/ui/data/card.tsx'
import { IconList } from '#app/ui/data/icon-list.tsx'
import { Share } from '#app/ui/game/position.tsx'

/** The Lineup Strategy card: the share per position, and tips. */
export function Strategy({ percentages }: { percentages: readonly number[] }) {
  return (
    <TitledCard id="lineup-strategy" title="Lineup Strategy">
      <ol className="grid gap-2" aria-label="Share of the points per position">
        {percentages.map((percent, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a position is its index
          <li key={index} className="flex items-center justify-between gap-4">
            <span className="text-muted text-sm">Position {index + 1}</span>
            <Share percent={percent} isFirst={index === 0} />
          </li>
        ))}
      </ol>
      <IconList icon="lightbulb" className="mt-[0.6rem]">
        {'Position 1 counts in full. Put the country you trust most there.'}
        {'A country that does not sing in a semi-final scores 0 in it. Put it last.'}
        {'A semi-final qualifier earns 50 points, whatever its place.'}
      </IconList>
    </TitledCard>
  )
}

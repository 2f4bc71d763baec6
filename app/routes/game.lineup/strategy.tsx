import { TitledCard } from '#app/ui/data/card.tsx'
import { Share } from '#app/ui/game/position.tsx'

/** The Lineup Strategy card: the share per position, and tips. */
export function Strategy({ percentages }: { percentages: readonly number[] }) {
  return (
    <TitledCard id="lineup-strategy" title="Lineup Strategy">
      <ol className="flex flex-wrap gap-1" aria-label="Share of the points per position">
        {percentages.map((percent, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a position is its index
          <li key={index}>
            <span className="sr-only">Position {index + 1} </span>
            <Share percent={percent} isFirst={index === 0} className="max-xs:px-[0.25rem] lg:px-[0.2rem]" />
          </li>
        ))}
      </ol>
      <p className="text-muted text-sm">
        Put your favourite first: it counts in full. Through to the final earns 50 points, whatever the place.
      </p>
    </TitledCard>
  )
}

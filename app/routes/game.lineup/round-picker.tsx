import { Button } from '#app/ui/forms/button.tsx'
import { TitleSelect } from '#app/ui/forms/field.tsx'
import type { LineupRound } from './load.server.ts'

interface RoundPickerProps {
  rounds: readonly LineupRound[]
  chosen: number
  onChoose: (roundNumber: number) => void
}

/** The round selector: rounds past their deadline are disabled (spec 2). With script a choice applies at once. */
export function RoundPicker({ rounds, chosen, onChoose }: RoundPickerProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <TitleSelect
        id="round"
        name="chosenRound"
        label="Round"
        value={chosen}
        onChange={(event) => onChoose(Number(event.currentTarget.value))}
      >
        {rounds.map((round) => (
          <option key={round.roundNumber} value={round.roundNumber} disabled={!round.isOpen}>
            {round.title}
          </option>
        ))}
      </TitleSelect>
      {/* Upcoming Rounds has the same buttons, for a page whose script does not load. */}
      <Button className="[@media(scripting:enabled)]:hidden" variant="line" name="intent" value="round">
        Show
      </Button>
    </div>
  )
}

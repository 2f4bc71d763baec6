import { Button } from '#app/ui/forms/button.tsx'
import { TitleSelect } from '#app/ui/forms/field.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import type { LineupRound } from './load.server.ts'

interface RoundPickerProps {
  rounds: readonly LineupRound[]
  chosen: number
  onChoose: (roundNumber: number) => void
}

/**
 * Where script is on, the button is there only between a choice and the start of script, or its failure: nothing moves when
 * script starts.
 */
const pickerLook =
  'flex min-w-0 flex-wrap items-center gap-2 [@media(scripting:enabled)]:[&:not(:has(option:checked:not([selected])))>button]:hidden'

/** The round selector: rounds past their deadline are disabled (spec 2). A choice applies at once when script runs. */
export function RoundPicker({ rounds, chosen, onChoose }: RoundPickerProps) {
  return (
    <div className={pickerLook}>
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
      {!useHydrated() && (
        <Button variant="line" name="intent" value="round">
          Show
        </Button>
      )}
    </div>
  )
}

import { Button } from '#app/ui/forms/button.tsx'
import { FieldWithButton, SelectField } from '#app/ui/forms/field.tsx'
import type { LineupRound } from './load.server.ts'

interface RoundPickerProps {
  rounds: readonly LineupRound[]
  chosen: number
  onChoose: (roundNumber: number) => void
}

/** The round selector: rounds past their deadline are disabled (spec 2). With script a choice applies at once. */
export function RoundPicker({ rounds, chosen, onChoose }: RoundPickerProps) {
  return (
    <FieldWithButton wide>
      <SelectField
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
      </SelectField>
      <Button variant="line" size="field" name="intent" value="round">
        Show
      </Button>
    </FieldWithButton>
  )
}

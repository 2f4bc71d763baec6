import { Card } from '#app/ui/data/card.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { FieldWithButton, SelectField } from '#app/ui/forms/field.tsx'
import type { AdminRound } from './view.ts'

/** The round selector of the score desk: a GET form, every round can be chosen. */
export function RoundPicker({ rounds, chosen }: { rounds: readonly AdminRound[]; chosen: number }) {
  return (
    <Card pad label="Choose a round">
      <form method="get" action="/admin">
        <FieldWithButton>
          <SelectField id="round" name="round" label="Round" defaultValue={chosen}>
            {rounds.map((round) => (
              <option key={round.roundNumber} value={round.roundNumber}>
                {round.title}
              </option>
            ))}
          </SelectField>
          <Button variant="line" size="field">
            Show
          </Button>
        </FieldWithButton>
      </form>
    </Card>
  )
}

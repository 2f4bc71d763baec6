import { Form, useSubmit } from '@remix-run/react'
import { Button } from '#app/ui/forms/button.tsx'
import { FieldWithButton, SelectField } from '#app/ui/forms/field.tsx'
import type { ResultsView } from './load.server.ts'

interface RoundPickerProps {
  rounds: ResultsView['rounds']
  chosen: number
  /** Another team's id, kept while switching rounds; null for the own team. */
  teamId: number | null
}

/** The round selector: only rounds past their deadline are enabled (spec 2). A plain GET form. */
export function RoundPicker({ rounds, chosen, teamId }: RoundPickerProps) {
  const submit = useSubmit()
  return (
    <Form method="get" action="/game/results">
      {teamId !== null && <input type="hidden" name="teamId" value={teamId} />}
      <FieldWithButton wide>
        <SelectField
          key={chosen}
          id="round"
          name="round"
          label="Round"
          defaultValue={chosen}
          onChange={(event) => submit(event.currentTarget.form)}
        >
          {rounds.map((round) => (
            <option key={round.roundNumber} value={round.roundNumber} disabled={!round.isPast}>
              {round.title}
            </option>
          ))}
        </SelectField>
        <Button variant="line" size="field">
          Show
        </Button>
      </FieldWithButton>
    </Form>
  )
}

import type { TeamDraft } from '#app/game/team/team-draft.ts'
import { Card } from '#app/ui/data/card.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'

interface NameFieldsProps {
  draft: TeamDraft
  errors: readonly ToastMessage[]
  onChange: (draft: TeamDraft) => void
}

/** Team name and manager name, each with its error message. */
export function NameFields({ draft, errors, onChange }: NameFieldsProps) {
  return (
    <Card label="Names" className="grid grid-cols-2 gap-gap p-gap max-[24rem]:grid-cols-1">
      <TextField
        id="team-name"
        name="teamName"
        dir="auto"
        label="Team name"
        autoComplete="off"
        value={draft.teamName}
        error={findText(errors, 'team-name')}
        onChange={(event) => onChange({ ...draft, teamName: event.currentTarget.value, focus: null })}
      />
      <TextField
        id="manager-name"
        name="managerName"
        dir="auto"
        label="Manager name"
        autoComplete="nickname"
        value={draft.managerName}
        help="Shown only to members of your private leagues."
        error={findText(errors, 'manager-name')}
        autoFocus={findText(errors, 'team-name') ? false : undefined}
        onChange={(event) => onChange({ ...draft, managerName: event.currentTarget.value, focus: null })}
      />
    </Card>
  )
}

function findText(errors: readonly ToastMessage[], id: string): string | undefined {
  return errors.find(({ field }) => field === id)?.text
}

import type { TeamDraft } from '#app/game/team/team-draft.ts'
import { classes } from '#app/ui/classes.ts'
import { useInitialFocus } from '#app/ui/forms/dialog.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'

interface NameFieldsProps {
  draft: TeamDraft
  errors: readonly ToastMessage[]
  onChange: (draft: TeamDraft) => void
}

/** Team name and manager name, each with its error message. */
export function NameFields({ draft, errors, onChange }: NameFieldsProps) {
  const { isNaming, teamName } = draft
  const [teamError, managerError] = [findText(errors, 'team-name'), findText(errors, 'manager-name')]
  const isTeamFirst = teamError !== undefined || (!managerError && teamName.trim() === '')
  const first = useInitialFocus()
  return (
    <div className={classes('grid gap-gap', !isNaming && 'min-[24rem]:grid-cols-2')}>
      <TextField
        id="team-name"
        name="teamName"
        dir="auto"
        label="Team name"
        autoComplete="off"
        value={teamName}
        error={teamError}
        {...(isNaming && isTeamFirst && first)}
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
        error={managerError}
        autoFocus={isTeamFirst ? false : undefined}
        {...(isNaming && !isTeamFirst && first)}
        onChange={(event) => onChange({ ...draft, managerName: event.currentTarget.value, focus: null })}
      />
    </div>
  )
}

function findText(errors: readonly ToastMessage[], id: string): string | undefined {
  return errors.find(({ field }) => field === id)?.text
}

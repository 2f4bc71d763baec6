import type { Problem } from '#app/game/problems.ts'
import type { TeamDraft } from '#app/game/team/team-draft.ts'
import { Card } from '#app/ui/data/card.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { getErrorMessage } from '#app/ui/messages/error-messages.ts'

interface NameFieldsProps {
  draft: TeamDraft
  problems: readonly Problem[]
  onChange: (draft: TeamDraft) => void
}

/** Team name and manager name, each with its error message. */
export function NameFields({ draft, problems, onChange }: NameFieldsProps) {
  return (
    <Card label="Names" className="grid grid-cols-2 gap-gap p-gap max-[24rem]:grid-cols-1">
      <TextField
        id="team-name"
        name="teamName"
        label="Team name"
        autoComplete="off"
        value={draft.teamName}
        error={findFieldError(problems, 'TEAM_NAME')}
        onChange={(event) => onChange({ ...draft, teamName: event.currentTarget.value, focus: null })}
      />
      <TextField
        id="manager-name"
        name="managerName"
        label="Manager name"
        autoComplete="nickname"
        value={draft.managerName}
        help="Shown only to members of your private leagues."
        error={findFieldError(problems, 'MANAGER_NAME')}
        onChange={(event) => onChange({ ...draft, managerName: event.currentTarget.value, focus: null })}
      />
    </Card>
  )
}

function findFieldError(problems: readonly Problem[], field: 'TEAM_NAME' | 'MANAGER_NAME'): string | null {
  const problem = problems.find((each) => each.startsWith(field))
  return problem ? getErrorMessage(problem).text : null
}

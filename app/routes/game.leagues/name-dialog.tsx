import { Toast } from '#app/ui/feedback/toast.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { useInitialFocus } from '#app/ui/forms/dialog.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { SubmitOnceForm } from '#app/ui/forms/submit-once-form.tsx'
import { getLeagueFailureMessage } from '#app/ui/messages/league-messages.ts'
import { DialogFrame } from './dialog-frame.tsx'
import { PageField, toLeagueUrl } from './page-field.tsx'
import type { LeagueActionData, LeaguesView, LeagueView } from './view.ts'

interface NameDialogProps {
  title: string
  intent: 'create' | 'rename'
  /** Hidden fields of a new league's form. */
  hiddenFields?: Pick<LeaguesView, 'once' | 'season'>
  /** The league to rename. */
  league?: LeagueView
  name: string
  actionData: LeagueActionData | undefined
  back: string
  submit: string
}

/** Dialog for a league's name. A problem with the name is shown at its field, every other one above the form. */
export function NameDialog({
  title,
  intent,
  hiddenFields,
  league,
  name,
  actionData,
  back,
  submit,
}: NameDialogProps) {
  // A refused name returns to this dialog, which the server renders open.
  const address = `${league ? `${toLeagueUrl(league)}&` : '?'}dialog=${intent}`
  const first = useInitialFocus()
  const message = actionData && getLeagueFailureMessage(actionData)
  const isAboutName =
    actionData !== undefined && 'problem' in actionData && actionData.problem.startsWith('LEAGUE_NAME')
  return (
    <DialogFrame
      title={title}
      back={back}
      leave="Cancel"
      act={
        <Button variant="spot" form="league-name-form" name="intent" value={intent}>
          {submit}
        </Button>
      }
    >
      {message && !isAboutName && (
        <div className="toasts">
          <Toast kind="bad" {...message} />
        </div>
      )}
      <SubmitOnceForm action={`/game/leagues${address}`} id="league-name-form" noValidate>
        {league && <PageField league={league} />}
        {hiddenFields && <input type="hidden" name="once" value={hiddenFields.once} />}
        {hiddenFields && <input type="hidden" name="season" value={hiddenFields.season} />}
        <TextField
          label="League Name"
          name="leagueName"
          autoComplete="off"
          {...first}
          defaultValue={name}
          error={
            message &&
            isAboutName && (
              <span role="alert">
                <b className="block">{message.title}</b> {message.text}
              </span>
            )
          }
          help="Up to 128 characters. Only members see it."
        />
      </SubmitOnceForm>
    </DialogFrame>
  )
}

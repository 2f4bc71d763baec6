import type { FetchError } from '#app/ui/feedback/fetch-error.ts'
import { Toast } from '#app/ui/feedback/toast.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { useInitialFocus } from '#app/ui/forms/dialog.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import { SubmitOnceForm } from '#app/ui/forms/submit-once-form.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { listLeagueErrors } from '#app/ui/messages/league-failures.ts'
import { DialogFrame, PageField } from './dialog-frame.tsx'
import { toLeagueUrl } from './league-url.ts'
import type { LeaguesView } from './load.server.ts'

/** Action data of a form that changed nothing: refused, with the typed name and the reason, or the request failed. */
export type LeagueActionData = { intent: string } & (
  | { errors: readonly ToastMessage[]; leagueName: string }
  | FetchError
)

interface NameDialogProps {
  intent: 'create' | 'rename'
  view: LeaguesView
  actionData: LeagueActionData | undefined
  loadError: ToastMessage | null
  back: string
}

/** Dialog for a league's name. A problem with the name is shown at its field, every other one above the form. */
export function NameDialog({ intent, view, actionData, loadError, back }: NameDialogProps) {
  const league = intent === 'rename' ? view.league : null
  const refused = actionData && 'errors' in actionData ? actionData : undefined
  // A refused name returns to this dialog, which the server renders open.
  const address = `${league ? `${toLeagueUrl(league)}&` : '?'}dialog=${intent}`
  const focusProps = useInitialFocus()
  const message = actionData ? listLeagueErrors(actionData)[0] : loadError
  return (
    <SubmitOnceForm action={`/game/leagues${address}`} noValidate>
      <DialogFrame
        title={league ? 'Rename league' : 'Create League'}
        back={back}
        hasFirstField
        submitButton={
          <Button variant="spot" name="intent" value={intent}>
            {league ? 'Rename' : 'Create League'}
          </Button>
        }
      >
        {message && !message.field && (
          <div className="mb-gap">
            <Toast kind="bad" messages={[message]} />
          </div>
        )}
        {league ? (
          <PageField league={league} />
        ) : (
          <>
            <input type="hidden" name="once" value={view.idempotencyToken} />
            <input type="hidden" name="season" value={view.season} />
          </>
        )}
        <TextField
          id="league-name-field"
          label="League Name"
          name="leagueName"
          dir="auto"
          autoComplete="off"
          {...focusProps}
          defaultValue={refused?.leagueName ?? (view.typedName || league?.leagueName || '')}
          error={
            message?.field && (
              <span role="alert">
                <b className="block">{message.title}</b> {message.text}
              </span>
            )
          }
          help="Up to 128 characters. Only members see it."
        />
      </DialogFrame>
    </SubmitOnceForm>
  )
}

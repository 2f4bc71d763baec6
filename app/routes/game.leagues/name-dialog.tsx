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
  /** What the form of a new league carries beside its name. */
  carried?: Pick<LeaguesView, 'once' | 'season'>
  /** The league to rename. */
  league?: LeagueView
  name: string
  answer: LeagueActionData | undefined
  back: string
  submit: string
}

/** Asks for a league's name. A name that was refused is told at its field, once; what else went wrong above it. */
export function NameDialog({ title, intent, carried, league, name, answer, back, submit }: NameDialogProps) {
  // A refused name comes back to this dialog, drawn open by the server.
  const address = `${league ? `${toLeagueUrl(league)}&` : '?'}dialog=${intent}`
  const first = useInitialFocus()
  const words = answer && getLeagueFailureMessage(answer)
  const isAboutName = answer !== undefined && 'problem' in answer && answer.problem.startsWith('LEAGUE_NAME')
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
      {words && !isAboutName && (
        <div className="toasts">
          <Toast kind="bad" {...words} />
        </div>
      )}
      <SubmitOnceForm action={`/game/leagues${address}`} id="league-name-form" noValidate>
        {league && <PageField league={league} />}
        {carried && <input type="hidden" name="once" value={carried.once} />}
        {carried && <input type="hidden" name="season" value={carried.season} />}
        <TextField
          label="League Name"
          name="leagueName"
          autoComplete="off"
          {...first}
          defaultValue={name}
          error={
            words &&
            isAboutName && (
              <span role="alert">
                <b className="block">{words.title}</b> {words.text}
              </span>
            )
          }
          help="Up to 128 characters. Only members see it."
        />
      </SubmitOnceForm>
    </DialogFrame>
  )
}

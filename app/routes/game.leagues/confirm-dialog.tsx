import type { ReactNode } from 'react'
import { Button } from '#app/ui/forms/button.tsx'
import { SubmitOnceForm } from '#app/ui/forms/submit-once-form.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { PageField } from './page-field.tsx'
import type { LeagueView } from './view.ts'

interface ConfirmDialogProps {
  title: string
  league: LeagueView
  intent: string
  teamId?: number
  submit: string
  back: string
  children: ReactNode
}

/** Asks for confirmation before an action. */
export function ConfirmDialog({ title, league, intent, teamId, submit, back, children }: ConfirmDialogProps) {
  return (
    <DialogFrame
      title={title}
      back={back}
      leave="Cancel"
      act={
        <SubmitOnceForm action="/game/leagues">
          <PageField league={league} />
          {teamId !== undefined && <input type="hidden" name="teamId" value={teamId} />}
          <Button variant="bad" name="intent" value={intent}>
            {submit}
          </Button>
        </SubmitOnceForm>
      }
    >
      <p>{children}</p>
    </DialogFrame>
  )
}

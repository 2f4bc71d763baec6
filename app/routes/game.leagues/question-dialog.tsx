import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { PressForm } from '#app/ui/press-form.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { WhichPage } from './league-page.tsx'
import type { ShownLeague } from './view.ts'

interface QuestionDialogProps {
  title: string
  league: ShownLeague
  intent: string
  teamId?: number
  submit: string
  back: string
  children: ReactNode
}

/** Asks once before it acts. */
export function QuestionDialog({
  title,
  league,
  intent,
  teamId,
  submit,
  back,
  children,
}: QuestionDialogProps) {
  return (
    <DialogFrame
      title={title}
      back={back}
      leave="Cancel"
      act={
        <PressForm action="/game/leagues">
          <WhichPage league={league} />
          {teamId !== undefined && <input type="hidden" name="teamId" value={teamId} />}
          <Button variant="bad" name="intent" value={intent}>
            {submit}
          </Button>
        </PressForm>
      }
    >
      <p>{children}</p>
    </DialogFrame>
  )
}

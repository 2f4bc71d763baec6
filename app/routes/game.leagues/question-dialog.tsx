import type { ReactNode } from 'react'
import { Button, IconLink, LinkButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { PressForm } from '#app/ui/press-form.tsx'
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
    <Dialog
      title={title}
      close={<IconLink icon="x" label="Close" href={back} soft />}
      footer={
        <>
          <LinkButton variant="line" href={back} soft>
            Cancel
          </LinkButton>
          <PressForm action="/game/leagues">
            <WhichPage league={league} />
            {teamId !== undefined && <input type="hidden" name="teamId" value={teamId} />}
            <Button variant="bad" name="intent" value={intent}>
              {submit}
            </Button>
          </PressForm>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}

import type { ReactNode } from 'react'
import { IconLink, LinkButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'
import type { LeagueView } from './load.server.ts'

interface DialogFrameProps {
  title: string
  /** URL of the page behind it. */
  back: string
  /** The submit button. */
  submitButton?: ReactNode
  hasFirstField?: boolean
  children: ReactNode
}

/** A league dialog: two links that close it and at most one submit button. */
export function DialogFrame({
  title,
  back,
  submitButton,
  hasFirstField = false,
  children,
}: DialogFrameProps) {
  return (
    <Dialog
      title={title}
      hasFirstField={hasFirstField}
      close={<IconLink icon="x" label="Close" href={back} soft />}
      footer={
        <>
          <LinkButton variant="line" href={back} soft>
            {submitButton ? 'Cancel' : 'Close'}
          </LinkButton>
          {submitButton}
        </>
      }
    >
      {children}
    </Dialog>
  )
}

/** Sends the table page with a form, so that the redirect shows the same page. */
export function PageField({ league }: { league: LeagueView }) {
  return (
    <>
      <input type="hidden" name="leagueId" value={league.id} />
      <input type="hidden" name="page" value={league.page} />
    </>
  )
}

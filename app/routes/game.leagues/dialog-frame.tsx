import type { ReactNode } from 'react'
import { IconLink, LinkButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'

interface DialogFrameProps {
  title: string
  /** URL of the page behind it. */
  back: string
  /** The submit button. */
  act?: ReactNode
  children: ReactNode
}

/** A league dialog: two links that close it and at most one submit button. */
export function DialogFrame({ title, back, act, children }: DialogFrameProps) {
  return (
    <Dialog
      title={title}
      close={<IconLink icon="x" label="Close" href={back} soft />}
      footer={
        <>
          <LinkButton variant="line" href={back} soft>
            {act ? 'Cancel' : 'Close'}
          </LinkButton>
          {act}
        </>
      }
    >
      {children}
    </Dialog>
  )
}

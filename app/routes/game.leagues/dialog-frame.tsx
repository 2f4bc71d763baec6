import type { ReactNode } from 'react'
import { IconLink, LinkButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'

interface DialogFrameProps {
  title: string
  /** URL of the page behind it. */
  back: string
  /** Label of the close button in the footer. */
  leave: 'Cancel' | 'Close'
  /** The submit button beside it. */
  act?: ReactNode
  children: ReactNode
}

/** A league dialog: two close buttons and at most one submit button. */
export function DialogFrame({ title, back, leave, act, children }: DialogFrameProps) {
  return (
    <Dialog
      title={title}
      close={<IconLink icon="x" label="Close" href={back} soft />}
      footer={
        <>
          <LinkButton variant="line" href={back} soft>
            {leave}
          </LinkButton>
          {act}
        </>
      }
    >
      {children}
    </Dialog>
  )
}

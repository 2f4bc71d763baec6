import type { ReactNode } from 'react'
import { IconLink, LinkButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'

interface DialogFrameProps {
  title: string
  /** The page beneath it. */
  back: string
  /** What leaving it is called at its foot. */
  leave: 'Cancel' | 'Close'
  /** What acts, beside that. */
  act?: ReactNode
  children: ReactNode
}

/** A dialog about leagues: two ways back to its page, and one act at most. */
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

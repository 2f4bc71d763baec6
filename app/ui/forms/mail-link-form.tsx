import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { Button } from './button.tsx'

/** A link of a mail that is none of ours, or not all of it. */
export const brokenLinkMessage: ToastMessage = {
  title: 'This link is not complete',
  text: 'Open it from the mail once more, or copy it whole: a part of it may be missing.',
}

interface MailLinkFormProps {
  /** Where the press goes. */
  action: string
  token: string
  /** What the one button says. */
  children: string
}

/** The one press that a link of a mail asks for. */
export function MailLinkForm({ action, token, children }: MailLinkFormProps) {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="token" value={token} />
      <Button variant="spot" size="lg" icon="check">
        {children}
      </Button>
    </form>
  )
}

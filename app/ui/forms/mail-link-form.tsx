import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { Button } from './button.tsx'

/** The error for a mail's link whose token is invalid or incomplete. */
export const brokenLinkMessage: ToastMessage = {
  title: 'This link is not complete',
  text: 'Open it from the mail once more, or copy it whole: a part of it may be missing.',
}

interface MailLinkFormProps {
  action: string
  token: string
  children: string
}

/** The one button on the page that a mail's link opens. */
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

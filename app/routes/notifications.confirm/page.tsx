import { MessagePage } from '#app/ui/errors/message-page.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { brokenLinkMessage, MailLinkForm } from '#app/ui/forms/mail-link-form.tsx'
import type { ConfirmState, ConfirmView } from './view.ts'

const messages: Record<ConfirmState, { title: string; text: string; linkLabel: string }> = {
  pending: {
    title: 'Confirm your address',
    text: 'Press the button, and Douze may write to the address that this link was sent to. Somebody else asked for it? Then close this page: nothing more comes.',
    linkLabel: '',
  },
  confirmed: {
    title: 'Address confirmed',
    text: 'Mails go there from now on. You choose which: at first it is only that a new game begins.',
    linkLabel: 'Choose what we tell you',
  },
  expired: {
    title: 'This link has expired',
    text: 'Links are good for 24 hours. Ask for another one where you entered the address.',
    linkLabel: 'Ask for a new link',
  },
  gone: {
    title: 'This link is not in use any more',
    text: 'The address that it was sent to was changed or removed since. If you asked again, take the link of the newest mail.',
    linkLabel: 'To your notifications',
  },
  unknown: {
    ...brokenLinkMessage,
    linkLabel: 'To your notifications',
  },
  'not-saved': {
    title: 'Not confirmed yet',
    text: 'Nothing can be stored at the moment. Please press the button again in a minute.',
    linkLabel: '',
  },
}

/** The page of a mail link: one button, because mail programs open links on their own. */
export function ConfirmPage({ view: { state, token } }: { view: ConfirmView }) {
  const { title, text, linkLabel } = messages[state]
  return (
    <MessagePage title={title} text={text}>
      {state === 'pending' || state === 'not-saved' ? (
        <MailLinkForm action="/notifications/confirm" token={token}>
          Confirm address
        </MailLinkForm>
      ) : (
        <LinkButton variant="spot" href="/game/notifications">
          {linkLabel}
        </LinkButton>
      )}
    </MessagePage>
  )
}

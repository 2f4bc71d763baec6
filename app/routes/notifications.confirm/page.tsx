import { MessagePage } from '#app/ui/errors/message-page.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { brokenLinkMessage, MailLinkForm } from '#app/ui/forms/mail-link-form.tsx'
import type { ConfirmState, ConfirmView } from './view.ts'

const words: Record<ConfirmState, { title: string; text: string; wayOn: string }> = {
  asked: {
    title: 'Confirm your address',
    text: 'Press the button, and Douze may write to the address that this link was sent to. Somebody else asked for it? Then close this page: nothing more comes.',
    wayOn: '',
  },
  confirmed: {
    title: 'Address confirmed',
    text: 'Mails go there from now on. You choose which: at first it is only that a new game begins.',
    wayOn: 'Choose what we tell you',
  },
  expired: {
    title: 'This link has expired',
    text: 'Links are good for 24 hours. Ask for another one where you entered the address.',
    wayOn: 'Ask for a new link',
  },
  gone: {
    title: 'This link is not in use any more',
    text: 'The address that it was sent to was changed or removed since. If you asked again, take the link of the newest mail.',
    wayOn: 'To your notifications',
  },
  unknown: {
    ...brokenLinkMessage,
    wayOn: 'To your notifications',
  },
  'not-saved': {
    title: 'Not confirmed yet',
    text: 'Nothing can be stored at the moment. Please press the button again in a minute.',
    wayOn: '',
  },
}

/** One button for who followed the link of a mail; programs that follow it press nothing. */
export function ConfirmPage({ view: { state, token } }: { view: ConfirmView }) {
  const { title, text, wayOn } = words[state]
  return (
    <MessagePage title={title} text={text}>
      {state === 'asked' || state === 'not-saved' ? (
        <MailLinkForm action="/notifications/confirm" token={token}>
          Confirm address
        </MailLinkForm>
      ) : (
        <LinkButton variant="spot" href="/game/notifications">
          {wayOn}
        </LinkButton>
      )}
    </MessagePage>
  )
}

import type { NotificationKind } from '#app/game/notification/notification.ts'
import { MessagePage } from '#app/ui/errors/message-page.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { brokenLinkMessage, MailLinkForm } from '#app/ui/forms/mail-link-form.tsx'
import type { UnsubscribeState, UnsubscribeView } from './view.ts'

const mails: Record<NotificationKind, string> = {
  season: 'mails about new games',
  reminder: 'reminders before deadlines',
  results: 'mails about results',
}

/** The page of a mail link: one button, because mail programs open links on their own. */
export function UnsubscribePage({ view: { state, kind, token } }: { view: UnsubscribeView }) {
  const what = kind ? mails[kind] : 'such mails'
  const { title, text } = messageOf(state, what)
  const hasButton = state === 'pending' || state === 'not-saved'
  return (
    <MessagePage title={title} text={text}>
      {hasButton && (
        <MailLinkForm action="/notifications/unsubscribe" token={token}>
          Unsubscribe
        </MailLinkForm>
      )}
      <LinkButton variant="line" size={hasButton ? 'lg' : undefined} href="/game/notifications">
        All notifications
      </LinkButton>
    </MessagePage>
  )
}

function messageOf(state: UnsubscribeState, what: string): { title: string; text: string } {
  switch (state) {
    case 'pending':
      return { title: 'Unsubscribe', text: `One press, and no more ${what} go to your address.` }
    case 'done':
      return {
        title: 'You are unsubscribed',
        text: `No more ${what}. An address that is told nothing any more is forgotten.`,
      }
    case 'gone':
      return {
        title: 'Nothing to unsubscribe from',
        text: 'The address that this link was sent to was changed or removed since. Do mails still come? Then press the link in the newest one.',
      }
    case 'unknown':
      return brokenLinkMessage
    case 'not-saved':
      return {
        title: 'Not unsubscribed yet',
        text: 'Nothing can be stored at the moment. Please press the button again in a minute.',
      }
  }
}

import { TitledCard } from '#app/ui/data/card.tsx'
import { FieldLinks } from '#app/ui/feedback/field-links.tsx'
import { Notices } from '#app/ui/feedback/notices.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import { AddressCard } from './address-card.tsx'
import { ChoicesCard, PossibleChoices } from './choices-card.tsx'
import type { NotificationsView } from './load.server.ts'
import {
  fieldProblems,
  type NotificationsProblem,
  type RefusedNotifications,
  refusalMessages,
} from './messages.ts'

interface NotificationsPageProps {
  view: NotificationsView
  refused?: RefusedNotifications | undefined
}

/** Mail addresses and mail choices. Works without script. */
export function NotificationsPage({ view, refused }: NotificationsPageProps) {
  return (
    <Main>
      <PageHeader
        title="Notifications"
        lead="Never miss a game or a deadline."
        countries={view.countries}
        {...(view.next !== undefined && { next: view.next })}
      />
      <Toasts errors={refused ? [toMessage(refused.refusal)] : []} />
      <Notices notices={view.notices} returnTo="/game/notifications" />
      <Container className={columns.half}>
        <AddressCard view={view} refused={refused} />
        <div className="grid gap-gap">
          {view.confirmed ? (
            <ChoicesCard choices={refused?.choices ?? view.unsaved ?? view.confirmed.choices} />
          ) : (
            <PossibleChoices />
          )}
          <SiteNotices isConfirmed={view.confirmed?.isUnknown === false} />
        </div>
      </Container>
    </Main>
  )
}

function toMessage(refusal: NotificationsProblem) {
  const message = refusalMessages[refusal]
  return fieldProblems.includes(refusal)
    ? { ...message, text: <FieldLinks fields={[{ id: 'mail-address', text: 'E-mail address' }]} /> }
    : message
}

function SiteNotices({ isConfirmed }: { isConfirmed: boolean }) {
  return (
    <TitledCard id="on-site" title="On this site" stack>
      <p>
        {isConfirmed
          ? 'Mails replace the notices on your dashboard.'
          : 'Without an address, the same news waits on your dashboard.'}
      </p>
      <p className="text-muted text-sm">
        What we do with your address: see the <a href="/privacy-policy">Privacy Policy</a>.
      </p>
    </TitledCard>
  )
}

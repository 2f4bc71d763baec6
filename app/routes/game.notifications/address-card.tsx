import type { ReactNode } from 'react'
import type { IconName } from '#app/ui/art/icon-shapes.ts'
import { Badge } from '#app/ui/data/badge.tsx'
import { Card, CardFooter, CardHeader } from '#app/ui/data/card.tsx'
import { Item, ItemList, ItemName } from '#app/ui/data/item-list.tsx'
import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { TextField } from '#app/ui/forms/field.tsx'
import type { NotificationsView } from './load.server.ts'
import { fieldProblems, type RefusedNotifications, refusalMessages } from './messages.ts'

const pageUrl = '/game/notifications'

interface AddressCardProps {
  view: NotificationsView
  refused: RefusedNotifications | undefined
}

/** The manager's addresses, and the form for a first or another one. */
export function AddressCard({ view, refused }: AddressCardProps) {
  const { confirmed, waiting, isMailOn } = view
  const hasAddress = confirmed !== null || waiting !== null
  const hasForm = isMailOn && (!hasAddress || view.isChanging || refused?.typed != null)
  const form = <AddressForm view={view} refused={refused} hasAddress={hasAddress} />
  return (
    <Card labelledBy="address">
      <CardHeader id="address" title="Your e-mail address">
        {!isMailOn && <Badge tone="line">Mails are off</Badge>}
      </CardHeader>
      {!isMailOn && <p className="p-gap">This server sends no mails. The news waits on your dashboard.</p>}
      {hasAddress && (
        <ItemList className="p-gap">
          {confirmed && <Confirmed confirmed={confirmed} isMailOn={isMailOn} />}
          {waiting && <Waiting waiting={waiting} isMailOn={isMailOn} isOther={confirmed !== null} />}
        </ItemList>
      )}
      {hasForm && (hasAddress ? <CardFooter>{form}</CardFooter> : <div className="p-gap">{form}</div>)}
      {hasAddress && !hasForm && <AddressActions isMailOn={isMailOn} />}
    </Card>
  )
}

interface ConfirmedProps {
  confirmed: NonNullable<NotificationsView['confirmed']>
  isMailOn: boolean
}

function Confirmed({ confirmed: { address, isUnknown }, isMailOn }: ConfirmedProps) {
  const text = isUnknown
    ? 'The last two mails came back: no mailbox has this address. Enter another one.'
    : 'Mails go here.'
  return (
    <Item layout="wrapping">
      <ItemName>{address}</ItemName>
      <span className="flex flex-wrap items-center gap-3">
        {isUnknown ? <Badge tone="warn">Refused</Badge> : <Badge tone="ok">Confirmed</Badge>}
      </span>
      <span className="basis-full text-muted text-sm">{isMailOn ? text : 'This server sends no mails.'}</span>
    </Item>
  )
}

interface WaitingProps {
  waiting: NonNullable<NotificationsView['waiting']>
  isMailOn: boolean
  /** Whether another address is confirmed and receives mails meanwhile. */
  isOther: boolean
}

function Waiting({ waiting: { address, forgottenAt }, isMailOn, isOther }: WaitingProps) {
  return (
    <Item layout="wrapping">
      <ItemName>{address}</ItemName>
      <span className="flex flex-wrap items-center gap-3">
        <Badge tone="warn" icon="clock">
          Waiting
        </Badge>
      </span>
      <span className="basis-full text-muted text-sm">
        Open the link we mailed you within 24 hours and press its button.{' '}
        {isOther && 'Mails go to the confirmed address until then. '}Forgotten on{' '}
        <time dateTime={forgottenAt.iso}>{forgottenAt.text}</time> unless confirmed.
      </span>
      <div className="flex basis-full flex-wrap items-center gap-3">
        {isMailOn && (
          <IntentButton intent="again" icon="rotate">
            Send the link again
          </IntentButton>
        )}
        {isOther && (
          <IntentButton intent="forget" icon="x">
            Forget this one
          </IntentButton>
        )}
      </div>
    </Item>
  )
}

function AddressForm({ view, refused, hasAddress }: AddressCardProps & { hasAddress: boolean }) {
  const refusal = refused && fieldProblems.includes(refused.refusal) ? refused.refusal : undefined
  return (
    <form method="post" action={pageUrl} className="grid gap-[0.9rem]" noValidate>
      <TextField
        id="mail-address"
        name="address"
        type="email"
        label={hasAddress ? 'New e-mail address' : 'E-mail address'}
        defaultValue={refused?.typed ?? view.typed}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        help={<Help isOffered={view.isOffered && refused?.typed == null} />}
        error={refusal && refusalMessages[refusal].text}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="spot" icon="mail" name="intent" value="ask">
          Send the link
        </Button>
        {hasAddress && (
          <LinkButton variant="line" href={pageUrl}>
            Leave it as it is
          </LinkButton>
        )}
      </div>
    </form>
  )
}

function Help({ isOffered }: { isOffered: boolean }) {
  return (
    <>
      {isOffered && 'Your identity provider told us this one; it is not stored unless you send it. '}
      We send one mail with a link. Open it and press its button.
    </>
  )
}

function AddressActions({ isMailOn }: { isMailOn: boolean }) {
  return (
    <CardFooter className="flex flex-wrap items-center gap-3">
      {isMailOn && (
        <LinkButton variant="line" icon="pencil" href={`${pageUrl}?change=1`}>
          Change address
        </LinkButton>
      )}
      <IntentButton intent="remove" icon="trash">
        Remove address
      </IntentButton>
    </CardFooter>
  )
}

/** A form with a single button. */
function IntentButton({ intent, icon, children }: { intent: string; icon: IconName; children: ReactNode }) {
  return (
    <form method="post" action={pageUrl}>
      <Button variant="line" icon={icon} name="intent" value={intent}>
        {children}
      </Button>
    </form>
  )
}

import type { ReactNode } from 'react'
import type { FormattedInstant } from '#app/game/time/instant.ts'
import { Card, CardFooter, CardHeader, TitledCard } from '#app/ui/data/card.tsx'
import { Item, ItemList, ItemNote } from '#app/ui/data/item-list.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { formatCountOf } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { columns } from '#app/ui/layout/columns.ts'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import type { AccountView } from './load.server.ts'

/** A summary of the manager's data, its download, and the link to deletion. Works without script. */
export function AccountPage({ view }: { view: AccountView }) {
  return (
    <Main>
      <PageHeader
        title="Your account"
        lead="What Douze knows about you. Take it with you, or delete it."
        countries={view.countries}
      />
      <Toasts />
      <Container className={columns.half}>
        <Card labelledBy="stored">
          <CardHeader id="stored" title="What is stored" />
          <ItemList className="wrap-anywhere p-gap">
            <Stored title="Account" time={<Since instant={view.since} />}>
              Known as “{view.subject}” at {view.issuer}
            </Stored>
            {view.teams.map(({ season, teamName, managerName, saves, leagues }) => (
              <Stored key={season} title={teamName} time={season}>
                Managed by {managerName}. {formatCountOf(saves, 'save')} with receipts,{' '}
                {formatCountOf(leagues, 'league')}, line-ups and results.
              </Stored>
            ))}
            <Addresses view={view} />
            {view.sessions.map(({ startedAt, lastSeenAt, isAdmin }) => (
              <Stored
                key={startedAt.iso}
                title={isAdmin ? 'Session as an admin' : 'Session'}
                time={<Since instant={startedAt} />}
              >
                Used last at <time dateTime={lastSeenAt.iso}>{lastSeenAt.text}</time>
              </Stored>
            ))}
            {view.uploads > 0 && (
              <Item>
                <b>{formatCountOf(view.uploads, 'picture')} uploaded for the news</b>
              </Item>
            )}
          </ItemList>
          <CardFooter>
            <p className="text-muted text-sm">
              No name and no password: those are at the identity provider. An e-mail address only if you gave
              one at <a href="/game/notifications">Notifications</a>. Why it is stored and for how long stands
              in the <a href="/privacy-policy">Privacy Policy</a>.
            </p>
          </CardFooter>
        </Card>
        <div className="grid gap-gap">
          <ActionCard
            id="told"
            title="Notifications"
            text="Hear by mail when a game begins, before a deadline, or when results are in."
          >
            <LinkButton variant="line" icon="bell" href="/game/notifications">
              Manage notifications
            </LinkButton>
          </ActionCard>
          <ActionCard id="zone" title="Time zone" text="Every deadline is shown in it.">
            <LinkButton variant="line" icon="globe" href="/game/time-zone?returnTo=%2Fgame%2Faccount">
              Change the time zone
            </LinkButton>
          </ActionCard>
          <ActionCard
            id="download"
            title="Download your data"
            text="Everything on this page in full, as one JSON file: for you to read, and for programs."
          >
            <LinkButton variant="spot" icon="arrow-down" href="/game/account/data" download>
              Download my data
            </LinkButton>
          </ActionCard>
          <ActionCard
            id="deletion"
            title="Delete your account"
            text="The next page tells what would happen to your teams and leagues, and asks once more."
          >
            <LinkButton variant="line" icon="trash" href="/game/account/delete">
              Delete account
            </LinkButton>
          </ActionCard>
        </div>
      </Container>
    </Main>
  )
}

interface StoredProps {
  title: string
  time: ReactNode
  children: ReactNode
}

function Stored({ title, time, children }: StoredProps) {
  return (
    <Item>
      <b>{title}</b>
      <ItemNote>{time}</ItemNote>
      <span className="col-span-full text-muted text-sm">{children}</span>
    </Item>
  )
}

function Since({ instant }: { instant: FormattedInstant }) {
  return (
    <>
      since <time dateTime={instant.iso}>{instant.text}</time>
    </>
  )
}

function Addresses({ view: { addresses, mails } }: { view: AccountView }) {
  return addresses.map(({ address, isConfirmed, since }) => (
    <Item key={address}>
      <b>{address}</b>
      <ItemNote className="max-md:col-span-full">
        {isConfirmed ? 'confirmed' : 'waiting'} <Since instant={since} />
      </ItemNote>
      {isConfirmed && (
        <span className="col-span-full text-muted text-sm">
          Your choices for <a href="/game/notifications">Notifications</a>, and when{' '}
          {formatCountOf(mails, 'mail')} of ours went out.
        </span>
      )}
    </Item>
  ))
}

interface ActionCardProps {
  id: string
  title: string
  text: string
  /** The link's button. */
  children: ReactNode
}

function ActionCard({ id, title, text, children }: ActionCardProps) {
  return (
    <TitledCard id={id} title={title} stack>
      <p>{text}</p>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </TitledCard>
  )
}

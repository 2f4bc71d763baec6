import type { ReactNode } from 'react'
import type { FormattedInstant } from '#app/game/time/instant.ts'
import { Card, CardFooter, CardHeader, TitledCard } from '#app/ui/data/card.tsx'
import { Item, ItemList, ItemNote } from '#app/ui/data/item-list.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { formatCountOf } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { hidingCoverage, ResultsForm } from '#app/ui/game/hidden-results.tsx'
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
        lead="What Douze knows about you. Download it or delete it."
        countries={view.countries}
      />
      <Toasts />
      <Container className={columns.half}>
        <Card labelledBy="stored">
          <CardHeader id="stored" title="What is stored" />
          <ItemList className="wrap-anywhere p-gap">
            <Stored title="Account" time={<Since instant={view.since} />}>
              You sign in with {new URL(view.issuer).host} as “{view.subject}”
              {view.missingClaim !== null &&
                `. An admin by ADMIN_SUBJECTS: the provider sent no claim ${view.missingClaim} when you signed in.`}
            </Stored>
            {view.teams.map(({ season, teamName, managerName, saves, leagues }) => (
              <Stored
                key={season}
                title={<bdi translate="no">{teamName}</bdi>}
                time={<span translate="no">{season}</span>}
              >
                Managed by <bdi translate="no">{managerName}</bdi>. {formatCountOf(saves, 'save')} with
                receipts, {formatCountOf(leagues, 'league')}, line-ups and results.
              </Stored>
            ))}
            <Addresses view={view} />
            {view.sessions.map(({ startedAt, lastSeenAt, isAdmin }) => (
              <Stored
                key={startedAt.iso}
                title={isAdmin ? 'Session as an admin' : 'Session'}
                time={<Since instant={startedAt} />}
              >
                Last used <time dateTime={lastSeenAt.iso}>{lastSeenAt.text}</time>
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
              We never see your password. Why we store the rest, and how long:{' '}
              <a href="/privacy-policy">Privacy Policy</a>.
            </p>
          </CardFooter>
        </Card>
        <div className="grid gap-gap">
          <ActionCard id="told" title="Notifications" text="Mails about a new game, a deadline or results.">
            <LinkButton variant="line" icon="bell" href="/game/notifications">
              Manage notifications
            </LinkButton>
          </ActionCard>
          <ActionCard id="zone" title="Time zone" text="All times are shown in it.">
            <LinkButton variant="line" icon="globe" href="/game/time-zone?returnTo=%2Fgame%2Faccount">
              Change the time zone
            </LinkButton>
          </ActionCard>
          <ActionCard
            id="results"
            title="Results"
            text={`${view.isHiding ? 'Hidden until you open them.' : 'Watching later? Hide them until you open them.'} ${hidingCoverage}`}
          >
            <ResultsForm
              intent={view.isHiding ? 'show' : 'hide'}
              label={view.isHiding ? 'Show all results' : 'Hide results'}
            />
          </ActionCard>
          <ActionCard
            id="download"
            title="Download your data"
            text={`Everything on this page, as one JSON file.${view.isHiding ? ' Hidden results are left out.' : ''}`}
          >
            <LinkButton variant="spot" icon="arrow-down" href="/game/account/data" download>
              Download my data
            </LinkButton>
          </ActionCard>
          <ActionCard
            id="deletion"
            title="Delete your account"
            text="First see what happens to your teams and leagues."
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
  title: ReactNode
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

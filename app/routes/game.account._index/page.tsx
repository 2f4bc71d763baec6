import { Card, CardFooter, CardHeader, TitledCard } from '#app/ui/data/card.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { formatCountOf } from '#app/ui/format.ts'
import { LinkButton } from '#app/ui/forms/button.tsx'
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
        lights={view.lights}
      />
      <Toasts />
      <div className="wrap grid half">
        <Card labelledBy="stored">
          <CardHeader id="stored" title="What is stored" />
          <ul className="sched pad wrap-anywhere">
            <Account view={view} />
            {view.teams.map((team) => (
              <Team key={team.season} team={team} />
            ))}
            <Addresses view={view} />
            <Sessions sessions={view.sessions} />
            {view.uploads > 0 && (
              <li>
                <b>{formatCountOf(view.uploads, 'picture')} uploaded for the news</b>
              </li>
            )}
          </ul>
          <CardFooter>
            <p className="sm muted">
              No name and no password: those are at the identity provider. An e-mail address only if you gave
              one at <a href="/game/notifications">Notifications</a>. Why it is stored and for how long stands
              in the <a href="/privacy-policy">Privacy Policy</a>.
            </p>
          </CardFooter>
        </Card>
        <div className="grid">
          <Recipients />
          <Download />
          <Deletion />
        </div>
      </div>
    </Main>
  )
}

function Account({ view: { issuer, subject, since } }: { view: AccountView }) {
  return (
    <li>
      <b>Account</b>
      <span className="time">
        since <time dateTime={since.iso}>{since.text}</time>
      </span>
      <span className="sm muted col-span-full">
        Known as “{subject}” at {issuer}
      </span>
    </li>
  )
}

function Team({ team }: { team: AccountView['teams'][number] }) {
  return (
    <li>
      <b>{team.teamName}</b>
      <span className="time">{team.season}</span>
      <span className="sm muted col-span-full">
        Managed by {team.managerName}. {formatCountOf(team.saves, 'save')} with receipts,{' '}
        {formatCountOf(team.leagues, 'league')}, line-ups and results.
      </span>
    </li>
  )
}

function Addresses({ view: { addresses, mails } }: { view: AccountView }) {
  return addresses.map(({ address, isConfirmed, since }) => (
    <li key={address}>
      <b>{address}</b>
      <span className="time beneath">
        {isConfirmed ? 'confirmed' : 'waiting'} since <time dateTime={since.iso}>{since.text}</time>
      </span>
      {isConfirmed && (
        <span className="sm muted col-span-full">
          Your choices for <a href="/game/notifications">Notifications</a>, and when{' '}
          {formatCountOf(mails, 'mail')} of ours went out.
        </span>
      )}
    </li>
  ))
}

function Sessions({ sessions }: Pick<AccountView, 'sessions'>) {
  return sessions.map(({ startedAt, lastSeenAt, isAdmin }) => (
    <li key={startedAt.iso}>
      <b>{isAdmin ? 'Session as an admin' : 'Session'}</b>
      <span className="time">
        since <time dateTime={startedAt.iso}>{startedAt.text}</time>
      </span>
      <span className="sm muted col-span-full">
        Used last at <time dateTime={lastSeenAt.iso}>{lastSeenAt.text}</time>
      </span>
    </li>
  ))
}

function Recipients() {
  return (
    <TitledCard id="told" title="Notifications" className="stack">
      <p>Hear by mail when a game begins, before a deadline, or when results are in.</p>
      <div className="row">
        <LinkButton variant="line" icon="bell" href="/game/notifications">
          Manage notifications
        </LinkButton>
      </div>
    </TitledCard>
  )
}

function Download() {
  return (
    <TitledCard id="download" title="Download your data" className="stack">
      <p>Everything on this page in full, as one JSON file: for you to read, and for programs.</p>
      <div className="row">
        <LinkButton variant="spot" icon="arrow-down" href="/game/account/data" download>
          Download my data
        </LinkButton>
      </div>
    </TitledCard>
  )
}

function Deletion() {
  return (
    <TitledCard id="deletion" title="Delete your account" className="stack">
      <p>The next page tells what would happen to your teams and leagues, and asks once more.</p>
      <div className="row">
        <LinkButton variant="line" icon="trash" href="/game/account/delete">
          Delete account
        </LinkButton>
      </div>
    </TitledCard>
  )
}

import { Card, CardTitle } from '#app/ui/data/card.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { ScreenSettings } from './load.server.ts'

interface ScreenSettingsProps {
  view: ScreenSettings
  /** Why the last form changed nothing. */
  errors?: readonly ToastMessage[] | undefined
}

/** The link by which a television shows a league's table: made, opened, renewed and taken back by the owner (D39). */
export function ScreenSettingsPage({ view, errors }: ScreenSettingsProps) {
  const { leagueId, leagueName, countries, isOwner } = view
  return (
    <Main>
      <PageHeader title="League Screen" lead="The league’s table on a television." countries={countries}>
        <TextLink href={`/game/leagues?leagueId=${leagueId}`}>Back to the league</TextLink>
      </PageHeader>
      <Toasts errors={errors} />
      <Container>
        <Card stack labelledBy="screen">
          <CardTitle id="screen">
            <bdi translate="no">{leagueName}</bdi>
          </CardTitle>
          {isOwner ? <OwnerView view={view} /> : <MemberView view={view} />}
        </Card>
      </Container>
    </Main>
  )
}

const whatItShows =
  'It shows the first seven teams with their countries and points, and no manager’s name. No line-up is shown before its show begins.'

function OwnerView({ view: { leagueId, screen } }: { view: ScreenSettings }) {
  return (
    <form method="post" action={`/game/screen?leagueId=${leagueId}`} className="grid gap-[0.9rem]">
      <input type="hidden" name="leagueId" value={leagueId} />
      <p>
        Anybody who has the link sees the table, without an account. {whatItShows} All members are told on the
        league’s page that there is a link.
      </p>
      {screen?.url ? (
        <MadeScreen screen={{ ...screen, url: screen.url }} />
      ) : (
        <p>
          <Button variant="spot" name="intent" value="make">
            Make a screen link
          </Button>
        </p>
      )}
    </form>
  )
}

type Screen = NonNullable<ScreenSettings['screen']>

function MadeScreen({ screen: { url, made, showsInvite } }: { screen: Screen & { url: string } }) {
  return (
    <>
      <p className="wrap-anywhere select-all rounded-md bg-sunken p-3">{url}</p>
      <p className="text-muted text-sm">
        Made <time dateTime={made.iso}>{made.text}</time>. A new link or another owner ends this one.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <LinkButton variant="spot" href={url}>
          Open the screen
        </LinkButton>
        <Button variant="line" name="intent" value="make">
          Make a new link
        </Button>
        <Button variant="bad" name="intent" value="remove">
          Take the link back
        </Button>
      </div>
      <p className="border-line border-t pt-gap">
        {showsInvite
          ? 'The screen shows the invite as a QR code: everybody in the room can join the league.'
          : 'The screen can show the invite as a QR code. Everybody in the room can join the league then.'}
      </p>
      <p>
        <Button variant="line" name="intent" value={showsInvite ? 'hide-invite' : 'show-invite'}>
          {showsInvite ? 'Hide the invite' : 'Show the invite'}
        </Button>
      </p>
    </>
  )
}

function MemberView({ view: { screen } }: { view: ScreenSettings }) {
  if (!screen) return <p>There is no screen link. The owner of the league can make one.</p>
  return (
    <>
      <p>
        The owner made a screen link on <time dateTime={screen.made.iso}>{screen.made.text}</time>. Whoever
        has it sees the league’s table. {whatItShows}
      </p>
      {screen.showsInvite && <p>The screen shows the invite as a QR code, too.</p>}
    </>
  )
}

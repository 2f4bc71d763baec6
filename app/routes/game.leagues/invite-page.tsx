import type { ReactNode } from 'react'
import { markName } from '#app/game/text/name.ts'
import { Card } from '#app/ui/data/card.tsx'
import { Sentence } from '#app/ui/data/sentence.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { SubmitOnceForm } from '#app/ui/forms/submit-once-form.tsx'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import { describeInvite, describeOverInvite, invalidInvite } from '#app/ui/messages/invites.ts'
import { getLeagueFailureTitle, listLeagueErrors, teamRequired } from '#app/ui/messages/league-failures.ts'
import type { InviteView } from './invite.server.ts'
import type { LeagueActionData } from './name-dialog.tsx'

/** The page of an invite link: the league and one button, or the reason and the next step (D11). */
export function InvitePage({
  view,
  actionData,
}: {
  view: InviteView
  actionData?: LeagueActionData | undefined
}) {
  return (
    <Main>
      <PageHeader
        title="My Leagues"
        lead={
          'leagueName' in view.invite && (
            <>
              You are invited to <bdi translate="no">{view.invite.leagueName}</bdi>
            </>
          )
        }
        countries={view.countries}
      />
      <Toasts errors={actionData ? listLeagueErrors(actionData) : []} />
      <Container>
        <Card pad labelledBy="invite">
          <div className="grid gap-[0.9rem]">
            <Invite {...view} />
          </div>
        </Card>
      </Container>
    </Main>
  )
}

const notJoinedTitle = getLeagueFailureTitle('join')

function Invite({ invite }: Pick<InviteView, 'invite'>) {
  switch (invite.state) {
    case 'open':
      return (
        <Step title={describeInvite(invite)} text="Its members see your manager name.">
          <InviteForm invite={invite} intent="join">
            Join league
          </InviteForm>
          <LinkButton variant="line" size="lg" href="/game/leagues" soft>
            Not now
          </LinkButton>
        </Step>
      )
    case 'no-team':
      return (
        <Step
          title={teamRequired.title}
          text={`${describeInvite(invite)} ${teamRequired.text} You join when you save it; members see your manager name.`}
        >
          <InviteForm invite={invite} intent="accept">
            Accept and create team
          </InviteForm>
        </Step>
      )
    case 'member':
      return (
        <Step title={`You are already in “${markName(invite.leagueName)}”`} text="Nothing left to do.">
          <LinkButton variant="spot" href={`/game/leagues?leagueId=${invite.leagueId}`} soft>
            Open the league
          </LinkButton>
        </Step>
      )
    default:
      return (
        <Step title={notJoinedTitle} text={describeRefusal(invite)}>
          {invite.state === 'over' && !invite.hasTeam ? (
            <LinkButton variant="spot" href="/game" soft>
              Back to Dashboard
            </LinkButton>
          ) : (
            <LinkButton variant="spot" href="/game/leagues" soft>
              My Leagues
            </LinkButton>
          )}
        </Step>
      )
  }
}

type RefusedInvite = Extract<InviteView['invite'], { state: 'removed' | 'limit' | 'over' | 'invalid' }>

function describeRefusal(invite: RefusedInvite): string {
  switch (invite.state) {
    case 'removed':
      return `You were removed from “${markName(invite.leagueName)}”. A mistake? Ask its owner for a new invite link.`
    case 'limit':
      return `You are in as many leagues as you can join. Leave one, then open the link to “${markName(invite.leagueName)}” again.`
    case 'over':
      return describeOverInvite(invite.leagueName)
    case 'invalid':
      return invalidInvite
  }
}

interface InviteFormProps {
  invite: Extract<InviteView['invite'], { secret: string }>
  intent: 'join' | 'accept'
  children: string
}

function InviteForm({ invite, intent, children }: InviteFormProps) {
  return (
    <SubmitOnceForm action="/game/leagues">
      <input type="hidden" name="leagueId" value={invite.leagueId} />
      <input type="hidden" name="invite" value={invite.secret} />
      <Button variant="spot" size="lg" name="intent" value={intent}>
        {children}
      </Button>
    </SubmitOnceForm>
  )
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <>
      <h2 id="invite">
        <Sentence>{title}</Sentence>
      </h2>
      <p className="text-muted">
        <Sentence>{text}</Sentence>
      </p>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </>
  )
}

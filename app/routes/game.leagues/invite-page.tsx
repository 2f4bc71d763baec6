import type { ReactNode } from 'react'
import { Card } from '#app/ui/data/card.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { Button, LinkButton } from '#app/ui/forms/button.tsx'
import { SubmitOnceForm } from '#app/ui/forms/submit-once-form.tsx'
import { Container } from '#app/ui/layout/container.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PageHeader } from '#app/ui/layout/page-header.tsx'
import {
  getLeagueErrorMessage,
  getLeagueFailureMessage,
  getLeagueFailureTitle,
} from '#app/ui/messages/league-messages.ts'
import type { InviteHint, InviteView } from './invite.server.ts'
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
        lead="You opened an invite link."
        countries={view.countries}
        next={view.next}
      />
      <Toasts errors={actionData ? [getLeagueFailureMessage(actionData)] : []} />
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

const teamRequired = getLeagueErrorMessage('TEAM_MISSING', 'join')
const notJoinedTitle = getLeagueFailureTitle('join')

function Invite({ invite }: Pick<InviteView, 'invite'>) {
  switch (invite.state) {
    case 'open':
      return (
        <Step
          title={`Join “${invite.leagueName}”?`}
          text={
            <>
              {describeMemberCount(invite.memberCount)} Its members will see your manager name.{' '}
              <PlaysUntil {...invite} />
            </>
          }
        >
          <SubmitOnceForm action="/game/leagues">
            <input type="hidden" name="leagueId" value={invite.leagueId} />
            <input type="hidden" name="invite" value={invite.secret} />
            <Button variant="spot" size="lg" name="intent" value="join">
              Join league
            </Button>
          </SubmitOnceForm>
          <LinkButton variant="line" size="lg" href="/game/leagues" soft>
            Not now
          </LinkButton>
        </Step>
      )
    case 'no-team':
      return (
        <Step
          title={teamRequired.title}
          text={
            <>
              {teamRequired.text} “{invite.leagueName}” is waiting, and this invite is kept for you meanwhile.{' '}
              {describeMemberCount(invite.memberCount)} <PlaysUntil {...invite} />
            </>
          }
        >
          <LinkButton variant="spot" size="lg" href="/game/team" soft>
            Create Team
          </LinkButton>
        </Step>
      )
    case 'member':
      return (
        <Step title={`You are in “${invite.leagueName}” already`} text="There is nothing left to do.">
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
      return `You were removed from “${invite.leagueName}”. If that was a mistake, ask its owner for a new invite link.`
    case 'limit':
      return `You are in the maximum number of leagues. Leave another one, then open the link to “${invite.leagueName}” again.`
    case 'over':
      return `This season is over: “${invite.leagueName}” takes no new teams.`
    case 'invalid':
      return 'This invite link does not work. It may be incomplete, or its league has a new link by now. Ask the friend who sent it for a new one.'
  }
}

function PlaysUntil({ until }: Pick<InviteHint, 'until'>) {
  return (
    <>
      The league plays until the {until.roundTitle}, <time dateTime={until.iso}>{until.text}</time>.
    </>
  )
}

function describeMemberCount(count: number): string {
  return count === 1 ? 'One team plays in it.' : `${count} teams play in it.`
}

function Step({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <>
      <h2 id="invite">{title}</h2>
      <p className="text-muted">{text}</p>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </>
  )
}

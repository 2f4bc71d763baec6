import type { ReactNode } from 'react'
import { Button, IconLink, LinkButton } from '#app/ui/button.tsx'
import { Dialog, useFirstFocus } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/field.tsx'
import { answerWords } from '#app/ui/league-text.ts'
import { PressForm } from '#app/ui/press-form.tsx'
import { Toast } from '#app/ui/toast.tsx'
import { ShareDialog } from './share-dialog.tsx'
import type { LeagueAnswer, LeagueDialog, ShownLeague } from './view.ts'

interface LeagueDialogsProps {
  dialog: LeagueDialog
  league: ShownLeague | null
  typedName: string
  /** What the form of a new league carries. */
  once: string
  /** What a press brought that changed nothing: the dialog that asked tells it. */
  answer?: LeagueAnswer | undefined
}

/** The dialog that the page's address names. Each act asks once; all are forms that work without script. */
export function LeagueDialogs({ dialog, league, typedName, once, answer }: LeagueDialogsProps) {
  const opener = league?.member ? `${dialog}-${league.member.teamId}` : dialog
  const back = league ? `${addressOf(league)}&closed=${opener}` : `?closed=${dialog}`
  const refused = answer && 'problem' in answer ? answer : undefined
  if (dialog === 'create') {
    return (
      <NameDialog
        title="Create League"
        intent="create"
        once={once}
        name={refused?.leagueName ?? typedName}
        answer={answer}
        back={back}
        submit="Create League"
      />
    )
  }
  if (!league) return null
  switch (dialog) {
    case 'share':
      return <ShareDialog league={league} back={back} />
    case 'rename':
      return (
        <NameDialog
          title="Rename league"
          intent="rename"
          league={league}
          name={refused?.leagueName ?? (typedName || league.leagueName)}
          answer={answer}
          back={back}
          submit="Rename"
        />
      )
    case 'log':
      return <LogDialog league={league} back={back} />
    case 'renew':
      return (
        <Question
          title="New invite link?"
          league={league}
          intent="renew"
          submit="Make a new link"
          back={back}
        >
          The current link stops working at once, for everybody who has it. Members stay.
        </Question>
      )
    case 'leave':
      return (
        <Question title="Leave the league?" league={league} intent="leave" submit="Leave league" back={back}>
          {league.memberCount === 1
            ? 'You are its last member: the league goes with you.'
            : league.isOwner
              ? 'The league goes to the member who has been in it longest. You can come back by the invite link.'
              : 'You can come back by the invite link.'}
        </Question>
      )
    case 'delete':
      return (
        <Question
          title="Delete the league?"
          league={league}
          intent="delete"
          submit="Delete league"
          back={back}
        >
          “{league.leagueName}” is deleted for all its members. This action cannot be undone.
        </Question>
      )
    case 'remove':
    case 'hand-over':
      return <MemberQuestion league={league} intent={dialog} back={back} />
  }
}

/** The page of the league's table that lies beneath the dialog. */
function addressOf({ id, page }: ShownLeague): string {
  return `?leagueId=${id}&page=${page}`
}

/** A form finds back to it too: what it does leaves its writer on that page. */
function WhichPage({ league }: { league: ShownLeague }) {
  return (
    <>
      <input type="hidden" name="leagueId" value={league.id} />
      <input type="hidden" name="page" value={league.page} />
    </>
  )
}

function MemberQuestion({
  league,
  intent,
  back,
}: {
  league: ShownLeague
  intent: 'remove' | 'hand-over'
  back: string
}) {
  const { member } = league
  if (!member || !league.isOwner) return null
  const removes = intent === 'remove'
  return (
    <Question
      title={removes ? 'Remove this member?' : 'Hand over the league?'}
      league={league}
      intent={intent}
      teamId={member.teamId}
      submit={removes ? `Remove ${member.managerName}` : `Hand over to ${member.managerName}`}
      back={back}
    >
      {removes
        ? `${member.managerName} (${member.teamName}) cannot come back by the current invite link.`
        : `${member.managerName} (${member.teamName}) becomes the owner. You stay a member.`}
    </Question>
  )
}

interface QuestionProps {
  title: string
  league: ShownLeague
  intent: string
  teamId?: number
  submit: string
  back: string
  children: ReactNode
}

/** Asks once before it acts. */
function Question({ title, league, intent, teamId, submit, back, children }: QuestionProps) {
  return (
    <Dialog
      title={title}
      close={<IconLink icon="x" label="Close" href={back} soft />}
      footer={
        <>
          <LinkButton variant="line" href={back} soft>
            Cancel
          </LinkButton>
          <PressForm action="/game/leagues">
            <WhichPage league={league} />
            {teamId !== undefined && <input type="hidden" name="teamId" value={teamId} />}
            <Button variant="bad" name="intent" value={intent}>
              {submit}
            </Button>
          </PressForm>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}

interface NameDialogProps {
  title: string
  intent: 'create' | 'rename'
  once?: string
  /** The league to rename. */
  league?: ShownLeague
  name: string
  answer: LeagueAnswer | undefined
  back: string
  submit: string
}

/** Asks for a league's name. A name that was refused is told at its field, once; what else went wrong above it. */
function NameDialog({ title, intent, once, league, name, answer, back, submit }: NameDialogProps) {
  // A refused name comes back to this dialog, drawn open by the server.
  const address = `${league ? `${addressOf(league)}&` : '?'}dialog=${intent}`
  const first = useFirstFocus()
  const words = answer && answerWords(answer)
  const isAboutName = answer !== undefined && 'problem' in answer && answer.problem.startsWith('LEAGUE_NAME')
  return (
    <Dialog
      title={title}
      close={<IconLink icon="x" label="Close" href={back} soft />}
      footer={
        <>
          <LinkButton variant="line" href={back} soft>
            Cancel
          </LinkButton>
          <Button variant="spot" form="league-name-form" name="intent" value={intent}>
            {submit}
          </Button>
        </>
      }
    >
      {words && !isAboutName && (
        <div className="toasts">
          <Toast kind="bad" {...words} />
        </div>
      )}
      <PressForm action={`/game/leagues${address}`} id="league-name-form" noValidate>
        {league && <WhichPage league={league} />}
        {once && <input type="hidden" name="once" value={once} />}
        <TextField
          label="League Name"
          name="leagueName"
          autoComplete="off"
          {...first}
          defaultValue={name}
          error={
            words &&
            isAboutName && (
              <span role="alert">
                <b className="block">{words.title}</b> {words.text}
              </span>
            )
          }
          help="Up to 128 characters. Only members see it."
        />
      </PressForm>
    </Dialog>
  )
}

function LogDialog({ league, back }: { league: ShownLeague; back: string }) {
  return (
    <Dialog
      title="League log"
      close={<IconLink icon="x" label="Close" href={back} soft />}
      footer={
        <LinkButton variant="line" href={back} soft>
          Close
        </LinkButton>
      }
    >
      {league.events.length === 0 ? (
        <p className="muted">Nothing has happened yet.</p>
      ) : (
        <ul className="sched">
          {league.events.map((event) => (
            <li key={event.id}>
              <span>{event.text}</span>
              <time dateTime={event.at.iso}>{event.at.text}</time>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

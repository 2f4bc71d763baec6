import { ConfirmDialog } from './confirm-dialog.tsx'
import { LogDialog } from './log-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { toLeagueUrl } from './page-field.tsx'
import { ShareDialog } from './share-dialog.tsx'
import type { LeagueActionData, LeagueDialog, LeaguesView, LeagueView } from './view.ts'

interface LeagueDialogsProps {
  dialog: LeagueDialog
  league: LeagueView | null
  typedName: string
  /** Hidden fields of a new league's form. */
  hiddenFields: Pick<LeaguesView, 'once' | 'season'>
  /** Action data of a form that changed nothing: shown in the dialog that sent it. */
  actionData?: LeagueActionData | undefined
}

/** The dialog in the page's query. Each action asks for confirmation once; all forms work without script. */
export function LeagueDialogs({ dialog, league, typedName, hiddenFields, actionData }: LeagueDialogsProps) {
  const opener = league?.member ? `${dialog}-${league.member.teamId}` : dialog
  const back = league ? `${toLeagueUrl(league)}&closed=${opener}` : `?closed=${dialog}`
  const refused = actionData && 'problem' in actionData ? actionData : undefined
  if (dialog === 'create') {
    return (
      <NameDialog
        title="Create League"
        intent="create"
        hiddenFields={hiddenFields}
        name={refused?.leagueName ?? typedName}
        actionData={actionData}
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
          actionData={actionData}
          back={back}
          submit="Rename"
        />
      )
    case 'log':
      return <LogDialog league={league} back={back} />
    case 'renew':
      return (
        <ConfirmDialog
          title="New invite link?"
          league={league}
          intent="renew"
          submit="Make a new link"
          back={back}
        >
          The current link stops working at once, for everybody who has it. Members stay.
        </ConfirmDialog>
      )
    case 'leave':
      return (
        <ConfirmDialog
          title="Leave the league?"
          league={league}
          intent="leave"
          submit="Leave league"
          back={back}
        >
          {league.memberCount === 1
            ? 'You are its last member: the league goes with you.'
            : league.isOwner
              ? 'The league goes to the member who has been in it longest. You can come back by the invite link.'
              : 'You can come back by the invite link.'}
        </ConfirmDialog>
      )
    case 'delete':
      return (
        <ConfirmDialog
          title="Delete the league?"
          league={league}
          intent="delete"
          submit="Delete league"
          back={back}
        >
          “{league.leagueName}” is deleted for all its members. This action cannot be undone.
        </ConfirmDialog>
      )
    case 'remove':
    case 'hand-over':
      return <MemberDialog league={league} intent={dialog} back={back} />
  }
}

function MemberDialog({
  league,
  intent,
  back,
}: {
  league: LeagueView
  intent: 'remove' | 'hand-over'
  back: string
}) {
  const { member } = league
  if (!member || !league.isOwner) return null
  const removes = intent === 'remove'
  return (
    <ConfirmDialog
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
    </ConfirmDialog>
  )
}

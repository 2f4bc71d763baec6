import { ConfirmDialog } from './confirm-dialog.tsx'
import { toLeagueUrl } from './league-url.ts'
import type { LeaguesView } from './load.server.ts'
import { LogDialog } from './log-dialog.tsx'
import { type LeagueActionData, NameDialog } from './name-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'

interface LeagueDialogsProps {
  view: LeaguesView
  /** Action data of a form that changed nothing: shown in the dialog that sent it. */
  actionData: LeagueActionData | undefined
}

/** The dialog in the page's query. Each action asks for confirmation once; all forms work without script. */
export function LeagueDialogs({ view, actionData }: LeagueDialogsProps) {
  const { dialog, league } = view
  if (dialog === 'create')
    return <NameDialog intent="create" view={view} actionData={actionData} back={toBackUrl(view)} />
  if (!dialog || !league) return null
  const back = toBackUrl(view)
  switch (dialog) {
    case 'share':
      return <ShareDialog league={league} back={back} />
    case 'rename':
      return <NameDialog intent="rename" view={view} actionData={actionData} back={back} />
    case 'log':
      return <LogDialog league={league} back={back} />
    default:
      return <ConfirmDialog action={dialog} league={league} back={back} />
  }
}

/** The page behind the dialog, which returns the focus to the dialog's link. */
function toBackUrl({ dialog, league }: LeaguesView): string {
  if (!league) return `?closed=${dialog}`
  return `${toLeagueUrl(league)}&closed=${league.member ? `${dialog}-${league.member.teamId}` : dialog}`
}

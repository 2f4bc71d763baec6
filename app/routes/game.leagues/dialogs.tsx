import { Item, ItemList, ItemNote } from '#app/ui/data/item-list.tsx'
import { QrCodePicture } from '#app/ui/data/qr-code.tsx'
import { CopyButtons } from '#app/ui/forms/copy-buttons.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { toLeagueUrl } from './league-url.ts'
import type { LeaguesView, LeagueView } from './load.server.ts'
import { type LeagueActionData, NameDialog } from './name-dialog.tsx'

interface LeagueDialogsProps {
  view: LeaguesView
  /** Action data of a form that changed nothing: shown in the dialog that sent it. */
  actionData: LeagueActionData | undefined
  loadError: ToastMessage | null
}

/** The dialog in the page's query. Each action asks for confirmation once; all forms work without script. */
export function LeagueDialogs({ view, actionData, loadError }: LeagueDialogsProps) {
  const { dialog, league } = view
  if (dialog === 'create')
    return <NameDialog intent="create" {...{ view, actionData, loadError }} back={toBackUrl(view)} />
  if (!dialog || !league) return null
  const back = toBackUrl(view)
  switch (dialog) {
    case 'share':
      return <ShareDialog league={league} back={back} />
    case 'rename':
      return <NameDialog intent="rename" {...{ view, actionData, loadError }} back={back} />
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

/** The invite as a text to send, which one press selects, and its link as a QR code. */
function ShareDialog({ league, back }: { league: LeagueView; back: string }) {
  const { invite, qr } = league
  return (
    <DialogFrame title="Share invite" back={back}>
      <div className="grid gap-[0.9rem]">
        <p className="text-muted">Anyone with this link can join.</p>
        <p className="wrap-anywhere select-all rounded-md bg-sunken p-3">{invite.text}</p>
        <CopyButtons
          text={invite.text}
          copiedText="Invite link copied!"
          manualText={
            <>
              Press the text to select it, or hold the <a href={invite.url}>invite link</a>, then copy.
            </>
          }
        />
        {qr && <QrCodePicture qr={qr} label="QR code to scan" className="mx-auto w-full max-w-60" />}
      </div>
    </DialogFrame>
  )
}

/** The events of a league, newest first. */
function LogDialog({ league, back }: { league: LeagueView; back: string }) {
  return (
    <DialogFrame title="League log" back={back}>
      {league.events.length === 0 ? (
        <p className="text-muted">Nothing has happened yet.</p>
      ) : (
        <ItemList>
          {league.events.map((event) => (
            <Item key={event.id}>
              <span>{event.text}</span>
              <ItemNote>
                <time dateTime={event.at.iso}>{event.at.text}</time>
              </ItemNote>
            </Item>
          ))}
        </ItemList>
      )}
    </DialogFrame>
  )
}

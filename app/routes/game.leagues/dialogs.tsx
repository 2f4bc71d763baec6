import { markName } from '#app/game/text/name.ts'
import { Item, ItemList, ItemNote } from '#app/ui/data/item-list.tsx'
import { QrCodePicture } from '#app/ui/data/qr-code.tsx'
import { Sentence } from '#app/ui/data/sentence.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { CopyButtons } from '#app/ui/forms/copy-buttons.tsx'
import { SubmitOnceForm } from '#app/ui/forms/submit-once-form.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { DialogFrame, PageField } from './dialog-frame.tsx'
import type { LeagueDialog } from './form.server.ts'
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
  const back = toBackUrl(view)
  const ofName = { view, actionData, loadError, back }
  if (dialog === 'create') return <NameDialog intent="create" {...ofName} />
  if (!dialog || !league) return null
  switch (dialog) {
    case 'share':
      return <ShareDialog league={league} back={back} />
    case 'rename':
      return <NameDialog intent="rename" {...ofName} />
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

type ConfirmedAction = Exclude<LeagueDialog, 'create' | 'rename' | 'share' | 'log'>

interface ConfirmDialogProps {
  action: ConfirmedAction
  league: LeagueView
  back: string
}

/** Asks for confirmation before an action. */
function ConfirmDialog({ action, league, back }: ConfirmDialogProps) {
  const { title, submit, text } = describeAction(action, league)
  return (
    <DialogFrame
      title={title}
      back={back}
      submitButton={
        <SubmitOnceForm action="/game/leagues">
          <PageField league={league} />
          {isAboutMember(action) && <input type="hidden" name="teamId" value={league.member?.teamId} />}
          <Button variant="bad" name="intent" value={action}>
            <span>
              <Sentence>{submit}</Sentence>
            </span>
          </Button>
        </SubmitOnceForm>
      }
    >
      <p>
        <Sentence>{text}</Sentence>
      </p>
    </DialogFrame>
  )
}

function isAboutMember(action: ConfirmedAction): boolean {
  return action === 'remove' || action === 'hand-over'
}

function describeAction(action: ConfirmedAction, league: LeagueView) {
  const managerName = markName(league.member?.managerName ?? '')
  const teamName = markName(league.member?.teamName ?? '')
  const texts = {
    renew: {
      title: 'New invite link?',
      submit: 'Make a new link',
      text: 'The old link stops working at once. Members stay.',
    },
    leave: { title: 'Leave the league?', submit: 'Leave league', text: describeLeaving(league) },
    delete: {
      title: 'Delete the league?',
      submit: 'Delete league',
      text: `“${markName(league.leagueName)}” is deleted for all its members. This action cannot be undone.`,
    },
    remove: {
      title: 'Remove this member?',
      submit: `Remove ${managerName}`,
      text: `${managerName} (${teamName}) cannot rejoin with the current link.`,
    },
    'hand-over': {
      title: 'Hand over the league?',
      submit: `Hand over to ${managerName}`,
      text: `${managerName} (${teamName}) becomes the owner. You stay a member.`,
    },
  }
  return texts[action]
}

function describeLeaving({ memberCount, isOwner }: LeagueView): string {
  if (memberCount === 1) return 'You are its last member, so it is deleted.'
  const comeBack = 'The invite link lets you back in.'
  return isOwner ? `The member of longest standing becomes the owner. ${comeBack}` : comeBack
}

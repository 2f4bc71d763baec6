import { markName } from '#app/game/text/name.ts'
import { Sentence } from '#app/ui/data/sentence.tsx'
import { Button } from '#app/ui/forms/button.tsx'
import { SubmitOnceForm } from '#app/ui/forms/submit-once-form.tsx'
import { DialogFrame, PageField } from './dialog-frame.tsx'
import type { LeagueDialog } from './form.server.ts'
import type { LeagueView } from './load.server.ts'

export type ConfirmedAction = Exclude<LeagueDialog, 'create' | 'rename' | 'share' | 'log'>

interface ConfirmDialogProps {
  action: ConfirmedAction
  league: LeagueView
  back: string
}

/** Asks for confirmation before an action. */
export function ConfirmDialog({ action, league, back }: ConfirmDialogProps) {
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
      text: `${managerName} (${teamName}) cannot come back with the present link.`,
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

import type { MissedRounds } from '#app/game/season/season-phase.ts'
import { formatConfirmedSaveIntent } from '#app/game/team/team-draft.ts'
import { Button, IconButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'

/** Confirmation for a late join: the save locks the team at once (D7). Both buttons send the draft. */
export function ConfirmSaveDialog({ missed, onClose }: { missed: MissedRounds; onClose: () => void }) {
  const footer = (
    <>
      <Button variant="spot" name="intent" value={formatConfirmedSaveIntent(missed.lastMissedRound)}>
        Save and lock
      </Button>
      <Button variant="line" name="intent" value="close">
        Keep editing
      </Button>
    </>
  )
  const close = <IconButton icon="x" label="Close" name="intent" value="close" />
  return (
    <Dialog title="Lock these six?" close={close} onClose={onClose} footer={footer}>
      <div className="grid gap-[0.9rem]">
        <p>{missed.text} Saving locks these six.</p>
        <p className="text-muted text-sm">Only the order for the coming shows can change after that.</p>
      </div>
    </Dialog>
  )
}

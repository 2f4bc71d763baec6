import { Button, IconButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'

/** Confirmation before a round change with unsaved changes (D22). Both buttons send the draft. */
export function DiscardDialog({ to, onKeep }: { to: string; onKeep: () => void }) {
  const footer = (
    <>
      <Button variant="bad" form="lineup" name="intent" value="discard">
        Discard
      </Button>
      <Button form="lineup" name="intent" value="keep">
        Keep editing
      </Button>
    </>
  )
  const close = <IconButton icon="x" label="Close" form="lineup" name="intent" value="keep" />
  return (
    <Dialog title="Unsaved Changes" close={close} onClose={onKeep} footer={footer}>
      <p>You have unsaved changes. Do you want to discard them?</p>
      <p className="text-muted text-sm">Discarding shows the stored line-up of the {to}.</p>
    </Dialog>
  )
}

import { Button, IconButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'

/** Confirmation before leaving the round of that title with unsaved changes (D22). Both buttons send the draft. */
export function DiscardDialog({ title, onKeep }: { title: string; onKeep: () => void }) {
  const footer = (
    <>
      <Button variant="bad" name="intent" value="discard">
        Discard
      </Button>
      <Button name="intent" value="keep">
        Keep editing
      </Button>
    </>
  )
  const close = <IconButton icon="x" label="Close" name="intent" value="keep" />
  return (
    <Dialog title="Unsaved Changes" close={close} onClose={onKeep} footer={footer}>
      <p>Your new order for the {title} will be lost.</p>
      <p>You have unsaved changes. Do you want to discard them?</p>
    </Dialog>
  )
}

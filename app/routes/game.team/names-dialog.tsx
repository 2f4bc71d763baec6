import type { ReactNode } from 'react'
import { Button, IconButton } from '#app/ui/forms/button.tsx'
import { Dialog } from '#app/ui/forms/dialog.tsx'
import { CountryLamp } from '#app/ui/game/country-lamp.tsx'

interface NamesDialogProps {
  /** The six countries, in the order of their lamps. */
  codes: readonly string[]
  onClose: () => void
  /** The messages of a refusal, and the two fields. */
  children: ReactNode
}

/** Asks for the names of six countries that are saved without: one more press saves them. */
export function NamesDialog({ codes, onClose, children }: NamesDialogProps) {
  const close = <IconButton icon="x" label="Close" name="intent" value="close" />
  const footer = (
    <Button className="w-full" variant="spot" name="intent" value="save">
      Save Team
    </Button>
  )
  return (
    <Dialog title="Give your team a name" close={close} onClose={onClose} footer={footer} hasFirstField>
      <div className="grid gap-[0.9rem]">
        <div className="flex max-w-72 justify-between" aria-hidden="true">
          {codes.map((code, index) => (
            <CountryLamp key={code} code={code} position={index + 1} show={undefined} />
          ))}
        </div>
        {children}
      </div>
    </Dialog>
  )
}

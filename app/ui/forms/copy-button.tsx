import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { Button } from './button.tsx'

/** How long the confirmation lasts (spec 9). */
const CONFIRMED_MS = 2_000

type CopyOutcome = 'copied' | 'failed'

interface CopyButtonProps {
  text: string
  copiedText: string
  /** How to copy by hand: shown without script, and where the clipboard is not available. */
  manualText: string
}

/** Copies the text of the field beside it (in a FieldWithButton). Without script `manualText` replaces the button. */
export function CopyButton({ text, copiedText, manualText }: CopyButtonProps) {
  const isHydrated = useHydrated()
  const [outcome, setOutcome] = useState<CopyOutcome | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])

  /** A success is shown for CONFIRMED_MS, a failure until the next click. */
  async function handleClick(): Promise<void> {
    const copied = await copy(text)
    setOutcome(copied)
    clearTimeout(timer.current)
    if (copied === 'copied') timer.current = setTimeout(() => setOutcome(null), CONFIRMED_MS)
  }

  if (!isHydrated) return <p className="col-span-full text-muted text-sm">{manualText}</p>
  return (
    <>
      <Button type="button" size="field" icon={outcome === 'copied' ? 'check' : 'copy'} onClick={handleClick}>
        Copy
      </Button>
      <p
        className={
          outcome === 'copied' ? 'col-span-full text-ok text-sm' : 'col-span-full text-muted text-sm'
        }
        role="status"
      >
        {outcome === 'copied' ? copiedText : outcome === 'failed' && manualText}
      </p>
    </>
  )
}

/** Fails in old browsers and over plain HTTP, which have no clipboard. */
async function copy(text: string): Promise<CopyOutcome> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'failed'
  }
}

import { useEffect, useState } from 'react'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { Button } from './button.tsx'

/** How long the confirmation lasts (spec 9). */
const CONFIRMED_MS = 2_000

type CopyOutcome = 'copied' | 'failed'

interface CopyButtonProps {
  text: string
  /** Shown after copying. */
  copiedText: string
  /** How to copy by hand: shown without script, and where the clipboard is not available. */
  manualText: string
}

/** Copies the text of the field beside it (in a FieldWithButton). Without script `manualText` replaces the button. */
export function CopyButton({ text, copiedText, manualText }: CopyButtonProps) {
  const isHydrated = useHydrated()
  const { outcome, setOutcome } = useTemporaryOutcome()
  if (!isHydrated) return <p className="sm muted">{manualText}</p>
  return (
    <>
      <Button
        type="button"
        size="field"
        icon={outcome === 'copied' ? 'check' : 'copy'}
        onClick={() => copy(text).then(setOutcome)}
      >
        Copy
      </Button>
      <p className={outcome === 'copied' ? 'sm ok' : 'sm muted'} role="status">
        {outcome === 'copied' ? copiedText : outcome === 'failed' && manualText}
      </p>
    </>
  )
}

/** The outcome of the last click: a success for CONFIRMED_MS, a failure until the next click. */
function useTemporaryOutcome() {
  const [last, setLast] = useState<{ outcome: CopyOutcome } | null>(null)
  useEffect(() => {
    if (last?.outcome !== 'copied') return
    // A click meanwhile starts a confirmation of its own.
    const clear = () => setLast((current) => (current === last ? null : current))
    const timer = setTimeout(clear, CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [last])
  return {
    outcome: last?.outcome ?? null,
    setOutcome: (outcome: CopyOutcome) => setLast({ outcome }),
  }
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

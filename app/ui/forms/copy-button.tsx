import { useEffect, useState } from 'react'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { Button } from './button.tsx'

/** How long the confirmation lasts (spec 9). */
const CONFIRMED_MS = 2_000

interface CopyButtonProps {
  text: string
  /** Said when it worked. */
  copiedText: string
  /** How to copy by hand: said without script, and where the clipboard is closed to pages. */
  manualText: string
}

/** Copies a text, beside a field that shows it (in a Pick). Without script there is no button, but `byHand`. */
export function CopyButton({ text, copiedText: done, manualText: byHand }: CopyButtonProps) {
  const isHydrated = useHydrated()
  const { outcome, setOutcome } = useTemporaryOutcome()
  if (!isHydrated) return <p className="sm muted">{byHand}</p>
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
        {outcome === 'copied' ? done : outcome === 'refused' && byHand}
      </p>
    </>
  )
}

/** The outcome of the last press: a success is told for its time, a refusal until the next press. */
function useTemporaryOutcome() {
  const [pressed, setPressed] = useState<{ outcome: 'copied' | 'refused' } | null>(null)
  useEffect(() => {
    if (pressed?.outcome !== 'copied') return
    // A press in the last moment has its own time.
    const end = () => setPressed((now) => (now === pressed ? null : now))
    const timer = setTimeout(end, CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [pressed])
  return {
    outcome: pressed?.outcome ?? null,
    setOutcome: (outcome: 'copied' | 'refused') => setPressed({ outcome }),
  }
}

/** Whether the clipboard took it: old browsers and plain http have none. */
async function copy(text: string): Promise<'copied' | 'refused'> {
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'refused'
  }
}

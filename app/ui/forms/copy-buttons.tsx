import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { Button } from './button.tsx'

/** How long the confirmation lasts (spec 9). */
const CONFIRMED_MS = 2_000

type CopyOutcome = 'copied' | 'failed'

interface CopyButtonsProps {
  text: string
  copiedText: string
  /** How to copy by hand: shown without script, and where the clipboard is not available. */
  manualText: ReactNode
}

/** Copies a text, or hands it to the system's share sheet where there is one. Without script `manualText` is shown. */
export function CopyButtons({ text, copiedText, manualText }: CopyButtonsProps) {
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

  if (!isHydrated) return <p className="text-muted text-sm">{manualText}</p>
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        type="button"
        className="flex-auto"
        icon={outcome === 'copied' ? 'check' : 'copy'}
        onClick={handleClick}
      >
        Copy
      </Button>
      {'share' in navigator && (
        <Button
          type="button"
          variant="line"
          className="flex-auto"
          // A share sheet that is closed again is no error.
          onClick={() =>
            navigator.share({ text }).catch(({ name }) => name !== 'AbortError' && setOutcome('failed'))
          }
        >
          Share
        </Button>
      )}
      <p
        className={outcome === 'copied' ? 'w-full text-ok text-sm' : 'w-full text-muted text-sm'}
        role="status"
      >
        {outcome === 'copied' ? copiedText : outcome === 'failed' && manualText}
      </p>
    </div>
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

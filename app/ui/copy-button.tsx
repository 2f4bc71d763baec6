import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { useHydrated } from './use-hydrated.ts'

/** How long the confirmation lasts (spec 9). */
const CONFIRMED_MS = 2_000

/** Copies a text. Without script there is no such button: the field beside it can be selected. */
export function CopyButton({ text, done }: { text: string; done: string }) {
  const isHydrated = useHydrated()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  if (!isHydrated) return null
  return (
    <>
      <Button
        type="button"
        size="field"
        icon={isCopied ? 'check' : 'copy'}
        onClick={() => copy(text).then(setCopied)}
      >
        Copy
      </Button>
      <p className="sm ok" role="status">
        {isCopied ? done : ''}
      </p>
    </>
  )
}

/** Whether the clipboard took it: old browsers and plain http have none. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

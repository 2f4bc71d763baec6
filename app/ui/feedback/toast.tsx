import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import { classes } from '#app/ui/classes.ts'

const SHOWN_MS = 8_000
const FADE_MS = 400

interface ToastProps {
  kind: 'ok' | 'bad'
  title: string
  text?: ReactNode
}

/**
 * News of what just happened. The server draws it at the top of the content; good news fades after
 * 8 s where script runs, bad news stays. Give it a `key` per message.
 */
export function Toast({ kind, title, text }: ToastProps) {
  const phase = useFading(kind === 'ok')
  const place = useRef<HTMLDivElement>(null)
  // Where script answers, the page stays where the hand is: perhaps far below what it has to say.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (phase === 'gone') return null
  return (
    <div
      ref={place}
      className={classes('toast', kind === 'bad' && 'toast-bad', phase === 'fading' && 'toast-gone')}
      role={kind === 'bad' ? 'alert' : 'status'}
    >
      <Icon name={kind === 'bad' ? 'circle-alert' : 'circle-check'} />
      <div>
        <strong>{title}</strong>
        {text && <p>{text}</p>}
      </div>
    </div>
  )
}

function useFading(fades: boolean): 'shown' | 'fading' | 'gone' {
  const [phase, setPhase] = useState<'shown' | 'fading' | 'gone'>('shown')
  useEffect(() => {
    if (!fades) return
    const fading = setTimeout(() => setPhase('fading'), SHOWN_MS)
    const gone = setTimeout(() => setPhase('gone'), SHOWN_MS + FADE_MS)
    return () => {
      clearTimeout(fading)
      clearTimeout(gone)
    }
  }, [fades])
  return phase
}

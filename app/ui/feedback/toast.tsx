import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '#app/ui/art/icon.tsx'
import { classes } from '#app/ui/classes.ts'
import type { FlashMessage } from '#app/ui/messages/flash-messages.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { FieldLink } from './field-links.tsx'

const SHOWN_MS = 8_000
const FADE_MS = 400

const tones = {
  ok: 'bg-ok-wash text-ok forced-colors:border',
  bad: 'bg-bad-wash text-bad forced-colors:border-3',
} as const

/** A message of a page: its title leads to the field at which its text stands, if it has one. */
export interface PageMessage {
  title: string
  text?: ReactNode
  field?: string | undefined
}

interface ToastProps {
  kind: keyof typeof tones
  messages: readonly PageMessage[]
  /** What to do now, with links. */
  next?: FlashMessage['next']
}

/**
 * Messages about what just happened, rendered by the server at the top of the content. With script a success fades
 * after 8 s; errors and what has links stay. Give other messages another `key`.
 */
export function Toast({ kind, messages, next }: ToastProps) {
  const phase = useFading(kind === 'ok' && !next)
  const ref = useRef<HTMLDivElement>(null)
  // A form submitted by script leaves the scroll position alone, perhaps far below the toast.
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  if (phase === 'gone') return null
  return (
    <div
      ref={ref}
      className={classes(
        'flex items-start gap-3 rounded-md px-[1.1rem] py-[0.85rem] font-[650] [transition:opacity_0.4s]',
        tones[kind],
        phase === 'fading' && 'opacity-0',
      )}
      data-toast
      role={kind === 'bad' ? 'alert' : 'status'}
    >
      <Icon name={kind === 'bad' ? 'circle-alert' : 'circle-check'} className="mt-[0.15em]" />
      <div>
        {messages.map(({ title, text, field }) => (
          <div key={title}>
            <strong>{field ? <FieldLink id={field} text={title} /> : title}</strong>
            {text && !field && <p className="font-[500]">{text}</p>}
          </div>
        ))}
        {next && (
          <p className="flex flex-wrap items-center gap-x-4 text-ink">
            {`${next.text} `}
            {next.links.map((link) => (
              <TextLink key={link.href} href={link.href}>
                {link.text}
              </TextLink>
            ))}
          </p>
        )}
      </div>
    </div>
  )
}

function useFading(hasToFade: boolean): 'shown' | 'fading' | 'gone' {
  const [phase, setPhase] = useState<'shown' | 'fading' | 'gone'>('shown')
  useEffect(() => {
    if (!hasToFade) return
    const fading = setTimeout(() => setPhase('fading'), SHOWN_MS)
    const gone = setTimeout(() => setPhase('gone'), SHOWN_MS + FADE_MS)
    return () => {
      clearTimeout(fading)
      clearTimeout(gone)
    }
  }, [hasToFade])
  return phase
}

import type { ReactNode } from 'react'
import { LinkButton } from '#app/ui/forms/button.tsx'

interface ErrorCardProps {
  title: string
  text: ReactNode
  /** An extra sentence about the current state. */
  note?: string | null | undefined
  button: { href: string; label: string }
  /** h1 where the card is the whole page, h2 beneath a page header. */
  level?: 1 | 2
  /** More buttons. */
  children?: ReactNode
}

/** A card in place of something that cannot be shown: what happened, and a button that leads on. */
export function ErrorCard({ title, text, note, button, level = 2, children }: ErrorCardProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <>
      <section className="card msg" aria-label={title}>
        <div className="p-gap grid gap-[0.9rem] pad stack">
          <Heading className="text-h2">{title}</Heading>
          <p className="text-muted muted">{text}</p>
          {note && <p>{note}</p>}
          <div className="flex flex-wrap items-center gap-3 row">
            <LinkButton variant="spot" href={button.href}>
              {button.label}
            </LinkButton>
            {children}
          </div>
        </div>
      </section>
    </>
  )
}

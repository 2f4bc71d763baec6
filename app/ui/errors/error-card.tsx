import type { ReactNode } from 'react'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { messagePageStylesheet } from '#app/ui/styles/bundles/stylesheets.ts'

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
      <link rel="stylesheet" href={messagePageStylesheet} />
      <section className="card msg" aria-label={title}>
        <div className="pad stack">
          <Heading className="h2">{title}</Heading>
          <p className="muted">{text}</p>
          {note && <p>{note}</p>}
          <div className="row">
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

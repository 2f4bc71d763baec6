import { type ReactNode, useEffect } from 'react'
import { Card } from '#app/ui/data/card.tsx'
import { LinkButton } from '#app/ui/forms/button.tsx'
import { loadUnlessSettled } from '#app/ui/reloads.ts'

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

/** The look of a card alone on its page. */
export const messageCardLook =
  'mx-auto w-[min(30rem,100%-2rem)] overflow-hidden [box-shadow:0_30px_80px_-20px_rgb(0_0_0/0.5)]'

/** A card in place of something that cannot be shown: what happened, and a button that leads on. */
export function ErrorCard({ title, text, note, button, level = 2, children }: ErrorCardProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  useEffect(loadUnlessSettled, [])
  return (
    <Card label={title} className={messageCardLook}>
      <div className="grid gap-[0.9rem] p-gap">
        <Heading className="text-h2">{title}</Heading>
        <p className="text-muted">{text}</p>
        {note && <p>{note}</p>}
        <div className="flex flex-wrap items-center gap-3">
          <LinkButton variant="spot" href={button.href}>
            {button.label}
          </LinkButton>
          {children}
        </div>
      </div>
    </Card>
  )
}

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
  /** More buttons. */
  children?: ReactNode
}

/** The look of a card alone on its page. */
export const messageCardLook =
  'mx-auto w-[min(30rem,100%-2rem)] overflow-hidden [box-shadow:0_30px_80px_-20px_rgb(0_0_0/0.5)]'

/** A card in the place of a page that cannot be shown: what happened, and a button that leads on. */
export function ErrorCard({ title, text, note, button, children }: ErrorCardProps) {
  useEffect(loadUnlessSettled, [])
  return (
    <Card label={title} className={messageCardLook}>
      <div className="grid gap-[0.9rem] p-gap">
        <h1 className="text-h2">{title}</h1>
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

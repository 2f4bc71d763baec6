import type { ReactNode } from 'react'
import { Container } from '#app/ui/layout/container.tsx'

interface SectionProps {
  /** Id of the heading. */
  id: string
  title: string
  /** At the other end of the heading's row. */
  action?: ReactNode
  children: ReactNode
}

/** A titled part of a public page, across its width; one after another share the space between them. */
export function Section({ id, title, action, children }: SectionProps) {
  return (
    <section className="py-[clamp(3rem,6vw,5.5rem)] [&+&]:pt-0" aria-labelledby={id}>
      <Container>
        <div className="mb-6 flex flex-wrap items-end justify-between gap-3">
          <h2 id={id}>{title}</h2>
          {action}
        </div>
        {children}
      </Container>
    </section>
  )
}

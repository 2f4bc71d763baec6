import type { ReactNode } from 'react'
import { Container } from '#app/ui/layout/container.tsx'
import { Lead } from '#app/ui/layout/lead.tsx'
import { Main } from './main.tsx'
import { PlainHeader } from './plain-header.tsx'

export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Main>
      <Container>
        <PlainHeader>
          <h1>{title}</h1>
          <Lead>
            Last updated <time dateTime="2025-05-02">May 2, 2025</time>
          </Lead>
        </PlainHeader>
        <div className="prose">{children}</div>
      </Container>
    </Main>
  )
}

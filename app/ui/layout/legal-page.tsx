import type { ReactNode } from 'react'
import { Main } from './main.tsx'
import { PlainHeader } from './plain-header.tsx'

export function LegalPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Main>
      <div className="mx-auto w-full max-w-wrap px-page">
        <PlainHeader>
          <h1>{title}</h1>
          <p className="max-w-[30.94em] text-lg/normal text-pretty text-muted">
            Last updated <time dateTime="2025-05-02">May 2, 2025</time>
          </p>
        </PlainHeader>
        <div className="prose">{children}</div>
      </div>
    </Main>
  )
}

import type { ReactNode } from 'react'
import { SpotlightRow } from '#app/ui/art/spotlights.tsx'
import { Main } from '#app/ui/layout/main.tsx'

interface MessagePageProps {
  title: string
  text: ReactNode
  /** A huge numeral above the heading: '0' points on the 404 page. */
  numeral?: string
  /** A toast above the message. */
  toast?: ReactNode
  /** Buttons. */
  children: ReactNode
}

/** A page with one message under lamps that are off: Page Not Found, Access Denied. Contains its own Main. */
export function MessagePage({ title, text, numeral, toast, children }: MessagePageProps) {
  return (
    <Main className="stage band dark relative isolate overflow-clip bg-stage text-ink after:absolute after:inset-x-0 after:bottom-0 after:h-px after:bg-line">
      <div className="mx-auto w-full max-w-wrap px-page wrap">
        <div className="band-copy">
          {toast}
          {numeral && (
            <p className="num nul" aria-hidden="true">
              {numeral}
            </p>
          )}
          <h1>{title}</h1>
          <p className="max-w-[30.94em] text-lg/normal text-pretty text-muted lead muted">{text}</p>
          <div className="flex flex-wrap items-center gap-3 row">{children}</div>
        </div>
        <SpotlightRow countries={[]} />
      </div>
    </Main>
  )
}

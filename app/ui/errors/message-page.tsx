import type { ReactNode } from 'react'
import { SpotlightRow } from '#app/ui/art/spotlights.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { messagePageStylesheet } from '#app/ui/styles/bundles/stylesheets.ts'

interface MessagePageProps {
  title: string
  text: ReactNode
  /** A huge numeral above the heading: '0' points for a missing page. */
  numeral?: string
  /** News above the message. */
  toast?: ReactNode
  /** Buttons: the way on. */
  children: ReactNode
}

/** A page that is one message, on a stage with all lamps off: Page Not Found, Access Denied. Brings its own Main. */
export function MessagePage({ title, text, numeral, toast, children }: MessagePageProps) {
  return (
    <Main className="stage band dark">
      <link rel="stylesheet" href={messagePageStylesheet} />
      <div className="wrap">
        <div className="band-copy">
          {toast}
          {numeral && (
            <p className="num nul" aria-hidden="true">
              {numeral}
            </p>
          )}
          <h1>{title}</h1>
          <p className="lead">{text}</p>
          <div className="row">{children}</div>
        </div>
        <SpotlightRow lights={[]} />
      </div>
    </Main>
  )
}

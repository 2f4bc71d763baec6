import type { ReactNode } from 'react'
import { SpotlightRow } from '#app/ui/art/spotlights.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { messagePageStylesheet } from '#app/ui/styles/bundles/stylesheets.ts'

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
        <SpotlightRow countries={[]} />
      </div>
    </Main>
  )
}

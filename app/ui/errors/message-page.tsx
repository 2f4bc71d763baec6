import type { ReactNode } from 'react'
import { SpotlightRow } from '#app/ui/art/spotlights.tsx'
import type { PageMessage } from '#app/ui/feedback/toast.tsx'
import { Toasts } from '#app/ui/feedback/toasts.tsx'
import { bandColumnsLook, bandLook } from '#app/ui/layout/band.ts'
import { Lead } from '#app/ui/layout/lead.tsx'
import { Main } from '#app/ui/layout/main.tsx'

interface MessagePageProps {
  title: string
  text: ReactNode
  /** A huge numeral above the heading: '0' points on the 404 page. */
  numeral?: string
  /** Toasts above the band. */
  errors?: readonly PageMessage[]
  /** Buttons. */
  children: ReactNode
}

/** A page with one message under lamps that are off: Page Not Found, Access Denied. Contains its own Main. */
export function MessagePage({ title, text, numeral, errors, children }: MessagePageProps) {
  return (
    <Main className="flex flex-col pb-0">
      <Toasts errors={errors} />
      <section className={`${bandLook} grid flex-1 items-end`}>
        <div className={`${bandColumnsLook} gap-y-4 pt-4`}>
          <div className="grid min-w-0 justify-items-start gap-4 py-[clamp(2.5rem,7vw,5rem)]">
            {numeral && (
              <p
                className="font-[800] font-stretch-62% text-[clamp(8rem,22vw,16rem)]/[0.78] text-spot tracking-[-0.03em] print:hidden"
                aria-hidden="true"
                translate="no"
              >
                {numeral}
              </p>
            )}
            <h1 className="mt-4">{title}</h1>
            <Lead>{text}</Lead>
            <div className="flex flex-wrap items-center gap-3">{children}</div>
          </div>
          <SpotlightRow countries={[]} />
        </div>
      </section>
    </Main>
  )
}

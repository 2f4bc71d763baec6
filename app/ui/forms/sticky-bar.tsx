import type { ReactNode } from 'react'
import { Container } from '#app/ui/layout/container.tsx'

/** Sticks to the bottom of the window, above the cookie bar while that is open. */
export const stickyLook =
  'sticky bottom-0 z-5 border-line border-t bg-surface [box-shadow:0_-12px_24px_-18px_rgb(0_0_0/0.6)] print:hidden [@media(min-height:34rem)]:in-[body:has(#cookies)]:bottom-30 lg:[@media(min-height:34rem)]:in-[body:has(#cookies)]:bottom-20'

/**
 * The bar at the end of a page's form: what there is to save on the left, its one button on the right, and above both what to know before. The root
 * element scrolls what is focused above it.
 */
export function StickyBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className={`${stickyLook} mt-gap`}>
      {note && <Container className="pt-[0.6rem] text-sm">{note}</Container>}
      <Container className="wrap-anywhere flex min-h-18 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-[0.6rem] max-2xs:flex-nowrap max-2xs:gap-x-2">
        {children}
      </Container>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Container } from '#app/ui/layout/container.tsx'

/** Keeps what gets the focus above the bar; for the form that ends with it. */
export const aboveStickyBarLook = '[&_:is(a,button,input,select)]:scroll-mb-24'

/**
 * The bar at the end of a page's form: what there is to save on the left, its one button on the right. It sticks to the
 * bottom of the window; only the cookie bar may stick there while it is open.
 */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <div className="in-[body:not(:has([aria-labelledby=cookies]))]:sticky bottom-0 z-5 mt-gap border-line border-t bg-surface [box-shadow:0_-12px_24px_-18px_rgb(0_0_0/0.6)] print:hidden">
      <Container className="flex min-h-18 items-center justify-between gap-4 py-[0.6rem] max-2xs:gap-2 max-2xs:[&>span>svg]:hidden">
        {children}
      </Container>
    </div>
  )
}

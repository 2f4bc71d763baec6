/** The looks of the bar with the save button; icons make room for the texts on a phone. */
export const saveBarLook = 'flex flex-wrap items-center gap-x-4 gap-y-3 max-md:[&_svg]:hidden print:hidden'

/** Beside saveBarLook: sticks to the bottom of small screens, above the cookie bar while that is open. */
export const stickySaveBarLook =
  'bottom-0 z-5 max-lg:sticky [@media(min-height:34rem)]:max-lg:in-[body:has(#cookies)]:bottom-30 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:py-3 max-lg:[box-shadow:0_-12px_24px_-18px_rgb(0_0_0/0.6)]'

/** Buttons in a row, at the end of a form. On small screens their icons make room for the words. */
export const buttonBarClass = 'flex flex-wrap items-center gap-x-4 gap-y-3 max-md:[&_svg]:hidden print:hidden'

/** The same at the bottom of a small window, while no cookie bar is there. */
export const stickyButtonBarClass =
  'flex flex-wrap items-center gap-x-4 gap-y-3 max-lg:sticky max-lg:bottom-0 max-lg:z-5 max-lg:bg-surface max-lg:[box-shadow:0_-12px_24px_-18px_rgb(0_0_0/0.6)] max-lg:in-[body:has(#cookies)]:static max-lg:*:[button]:flex-1 max-md:[&_svg]:hidden print:hidden'

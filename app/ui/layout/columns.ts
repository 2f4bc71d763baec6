/** Two columns on a wide window: one beside the main one, or both equally wide. */
export const columns = {
  side: 'grid grid-cols-1 items-start gap-gap lg:grid-cols-[minmax(0,1fr)_21rem]',
  half: 'grid grid-cols-1 items-start gap-gap lg:grid-cols-2',
} as const

/** Skips the layout of cards below the first screen, half of the work before the first text. The price: the scroll bar moves. */
export const belowFirstScreenLook =
  'motion-safe:[contain-intrinsic-block-size:auto_22rem] motion-safe:[content-visibility:auto]'

/**
 * Skips the layout of a card below the first screen, half of the work before the first text. The price: the scroll bar
 * moves, so not where motion is unwanted.
 */
export const lazyLayout =
  'motion-safe:[contain-intrinsic-block-size:auto_22rem] motion-safe:[content-visibility:auto]'

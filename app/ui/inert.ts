/** `inert` for React 18, which renders an empty string but drops `true`. Spread it on an element. */
export function inertWhen(isInert: boolean | undefined): { inert?: '' } {
  return isInert ? { inert: '' } : {}
}

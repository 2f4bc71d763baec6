/** `inert` as React 18 can print it: `inert={true}` prints nothing, an empty text does. Spread it on an element. */
export function inertWhen(isInert: boolean | undefined): { inert?: '' } {
  return isInert ? { inert: '' } : {}
}

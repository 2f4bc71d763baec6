/** The place of an advertising slot (spec 2). It renders nothing and requests nothing. */
export function AdSlot() {
  return null
}

/** Where the spec puts an advertising slot: it renders nothing, asks nobody, and takes no room (spec 2). */
export function AdSlot() {
  return null
}

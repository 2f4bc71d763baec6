/** From so many reloads on a page stays without script. */
export const maxReloads = 2

/** How often this entry of the history was loaded anew. */
export const countReloads = () => Number(history.state?.reloads ?? 0)

/** Loads the page anew with its draft, which its address has (D16); not where the count is not kept, because it would never end. */
export function loadAnew(count: number): void {
  try {
    history.replaceState({ ...history.state, reloads: count }, '')
  } catch {
    return
  }
  location.reload()
}

let hasSettled = false

/** From now on an error shows its card. */
export function settle(): void {
  hasSettled = true
}

/** An error until then is one of script: what the server sent had none, and works without it. */
export function loadUnlessSettled(): void {
  if (!hasSettled) loadAnew(maxReloads)
}

/** A page that was loaded anew so often stays without script. */
export const maxReloads = 2

/** The name of a window in which script has failed while a page started: it lasts from page to page, whatever the browser refuses to store. */
const failed = 'failed'

/** How often this entry of the history was loaded anew. In a window where script has failed it is no more. */
export const countReloads = () => (window.name === failed ? maxReloads : Number(history.state?.reloads ?? 0))

/** Loads the page anew with its draft, which its address has (D16). It would never end where the count is not kept. */
export function loadAnew(count: number): void {
  history.replaceState({ ...history.state, reloads: count }, '')
  if (countReloads() === count) location.reload()
}

let hasSettled = false

/** From now on an error shows its card. */
export function settle(): void {
  hasSettled = true
}

/** An error of script while the page starts: it is loaded anew and stays what the server sends, as the window's next pages do. */
export function loadUnlessSettled(): void {
  if (hasSettled) return
  window.name = failed
  loadAnew(maxReloads)
}

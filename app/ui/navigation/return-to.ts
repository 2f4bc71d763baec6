/** The longest query that is written into a page, where the address appears several times. */
const returnToLimits = { characters: 400, parameters: 16 }

/** Matches the path of every page; an article's is the longest. */
const appPathPattern = /^[\w/.-]{1,300}$/

/** The limits where the address holds a draft that must survive signing in (D16). */
export const draftReturnToLimits = { characters: 2_000, parameters: 16 }

/**
 * The address that forms and links of a page carry to come back from sign-in or the cookie choice. A query beyond the
 * limits is dropped, so that a response is never much longer than its request; an impossible path becomes the start page.
 */
export function getReturnTo(
  { pathname, search }: { pathname: string; search: string },
  { characters, parameters } = returnToLimits,
): string {
  if (!appPathPattern.test(pathname)) return '/'
  const isWithinLimits = search.length <= characters && search.split('&', parameters + 1).length <= parameters
  return isWithinLimits ? pathname + search : pathname
}

/**
 * The page's address at this moment: a draft changes it with `history.replaceState`, which the router does not notice
 * (D16). Links and forms that lead back to the page read it when they are used.
 */
export function getCurrentReturnTo(): string {
  return getReturnTo(window.location, draftReturnToLimits)
}

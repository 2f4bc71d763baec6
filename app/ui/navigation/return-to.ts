/** How long an address is printed into a page, in characters: each stands there several times. */
const returnToLimits = { characters: 400, parameters: 16 }

/** What the path of a page of ours looks like: an article's is the longest. Any other leads nowhere, so not back either. */
const appPathPattern = /^[\w/.-]{1,300}$/

/** The same for the one form that must bring a draft through sign-in (D16). */
export const draftReturnToLimits = { characters: 2_000, parameters: 16 }

/**
 * The address of the page that is shown, as its forms and links carry it: to come back from sign-in or a choice about cookies. A
 * query that is longer than any of ours stays out, so that an answer is never much longer than what was asked; in the place of a
 * path that none of ours has stands the start page.
 */
export function getReturnTo(
  { pathname, search }: { pathname: string; search: string },
  { characters, parameters } = returnToLimits,
): string {
  if (!appPathPattern.test(pathname)) return '/'
  const isOurs = search.length <= characters && search.split('&', parameters + 1).length <= parameters
  return isOurs ? pathname + search : pathname
}

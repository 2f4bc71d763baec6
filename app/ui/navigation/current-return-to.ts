import { draftReturnToLimits, getReturnTo } from './return-to.ts'

/**
 * The page's address at this moment: a draft changes it with `history.replaceState`, which the router does not notice
 * (D16). Links and forms that lead back to the page read it when they are used.
 */
export function getCurrentReturnTo(): string {
  return getReturnTo(window.location, draftReturnToLimits)
}

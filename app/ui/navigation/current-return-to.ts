import { draftReturnToLimits, getReturnTo } from './return-to.ts'

/**
 * The address of the page as it stands: where script runs a draft moves it on without telling the router (D16). Links
 * and forms that lead back here look at it when they are pressed.
 */
export function getCurrentReturnTo(): string {
  return getReturnTo(window.location, draftReturnToLimits)
}

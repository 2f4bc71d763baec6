/**
 * What of a visitor's cookie choice a public page depends on, as the Cookie header that asks for the page with it;
 * '' when none was made. Today no page depends on it.
 */
export function canonicalConsent(_cookie: string | undefined): string {
  return ''
}

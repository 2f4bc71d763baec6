/** `Cache-Control` of a page that nobody may store. Lynx asks again for `no-cache` only, and only where it comes last. */
export const unstored = 'private, no-store, no-cache'

/** The headers of a page whose path contains a secret (D39, D42). */
export const secretPageHeaders = {
  'Cache-Control': unstored,
  // The secret stays on this site, whose forms are told from others' by it in older browsers.
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
}

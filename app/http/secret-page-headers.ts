/** The headers of a page whose path contains a secret (D39, D42). */
export const secretPageHeaders = {
  'Cache-Control': 'private, no-store',
  // The secret stays on this site, whose forms are told from others' by it in older browsers.
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
}

import type { HeadersFunction } from '@remix-run/node'

const forwardedHeaders = [
  'Refresh',
  'Cache-Control',
  'Clear-Site-Data',
  'Referrer-Policy',
  'Retry-After',
  'X-Robots-Tag',
]

/** Remix drops the headers of loaders and actions unless the route forwards them; it forwards cookies by itself. */
export const forwardHeaders: HeadersFunction = ({ errorHeaders, actionHeaders, loaderHeaders }) => {
  const headers = new Headers()
  for (const source of [loaderHeaders, actionHeaders, errorHeaders ?? new Headers()]) {
    for (const name of forwardedHeaders) {
      const value = source.get(name)
      if (value !== null) headers.set(name, value)
    }
  }
  return headers
}

import type { HeadersFunction } from '@remix-run/node'

const kept = ['Refresh', 'Cache-Control', 'Clear-Site-Data', 'Retry-After']

/** Remix drops the headers of a page's answers unless the route hands them on; cookies it keeps by itself. */
export const keepHeaders: HeadersFunction = ({ errorHeaders, actionHeaders, loaderHeaders }) => {
  const headers = new Headers()
  for (const given of [loaderHeaders, actionHeaders, errorHeaders ?? new Headers()]) {
    for (const name of kept) {
      const value = given.get(name)
      if (value !== null) headers.set(name, value)
    }
  }
  return headers
}

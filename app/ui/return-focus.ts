import { useSearchParams } from '@remix-run/react'

/**
 * For a link that opens a dialog: it has the focus again when the dialog was closed without script, by an address
 * that says `?closed=` and the dialog's name. With script the dialog itself gives it back. Spread it on the link.
 */
export function useReturnedFocus(dialog: string) {
  const [query] = useSearchParams()
  return { autoFocus: query.get('closed') === dialog }
}

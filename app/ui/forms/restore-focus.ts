import { useSearchParams } from '@remix-run/react'

/**
 * Returns the focus to a link that opened a dialog when it was closed without script, by an address with `?closed=` and
 * the dialog's name. With script the dialog does this itself. Spread it on the link.
 */
export function useRestoredFocus(dialog: string) {
  return { autoFocus: useClosedDialog() === dialog }
}

export function useClosedDialog(): string | null {
  return useSearchParams()[0].get('closed')
}

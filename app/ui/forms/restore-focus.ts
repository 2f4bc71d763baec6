import { useSearchParams } from '@remix-run/react'

/**
 * For a link that opens a dialog: it has the focus again when the dialog was closed without script, by an address
 * that says `?closed=` and the dialog's name. With script the dialog itself gives it back. Spread it on the link.
 */
export function useRestoredFocus(dialog: string) {
  return { autoFocus: useClosedDialog() === dialog }
}

/** The dialog that was closed last without script, by name. */
export function useClosedDialog(): string | null {
  return useSearchParams()[0].get('closed')
}

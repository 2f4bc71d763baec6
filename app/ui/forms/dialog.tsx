import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classes } from '#app/ui/classes.ts'
import { useIsBehindPreferences } from '#app/ui/consent/cookie-preferences.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { LoadingBar } from '#app/ui/navigation/loading-bar.tsx'

interface DialogProps {
  title: ReactNode
  /** The way out: a link back or a submit button, usually an IconLink or IconButton named Close. */
  close: ReactNode
  /** What Escape does when script runs; without it, Escape presses `close`. */
  onClose?: () => void
  footer?: ReactNode
  /** For a form that fills the window. */
  isWide?: boolean
  children: ReactNode
}

/**
 * A dialog that is a state of the page (D15): the server draws it open over its own scrim, script makes it modal.
 * Render it only while it is open, after Main (which is inert meanwhile). It gives way to the cookie preferences.
 */
export function Dialog(props: DialogProps) {
  return useIsBehindPreferences() ? null : <OpenDialog {...props} />
}

function OpenDialog({ title, close, onClose, footer, isWide: wide, children }: DialogProps) {
  const titleId = useId()
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      className={classes('dlg', wide && 'dlg-wide')}
      open
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (onClose) onClose()
        else event.currentTarget.querySelector<HTMLElement>('.dlg-x :is(a, button)')?.click()
      }}
    >
      <div className="dlg-h">
        <h2 id={titleId}>{title}</h2>
        <div className="dlg-x">{close}</div>
      </div>
      <div className="dlg-c">{children}</div>
      {footer && <div className="dlg-f">{footer}</div>}
      {/* What stands outside is out of reach while the dialog is open, and beneath its scrim. */}
      <LoadingBar />
    </dialog>
  )
}

/** Turns the drawn dialog into a modal one, and gives focus back to its opener when it goes. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    const dialog = ref.current
    if (dialog && !dialog.matches(':modal')) {
      // Taken away by hand, because close() would report a close that never happened.
      dialog.removeAttribute('open')
      dialog.showModal()
      dialog.querySelector<HTMLElement>('[data-first]')?.focus()
    }
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      // What the dialog did took its opener away: the focus goes to the content, not to the top of the document.
      else if (document.activeElement === document.body) document.getElementById('main')?.focus()
    }
  }, [])
  return ref
}

/** Marks the control of a dialog that has the focus first, with and without script; spread it. Otherwise Close has it. */
export function useInitialFocus() {
  // In the browser the dialog gives the focus itself: React's autofocus would come before the opener is known.
  return { 'data-first': '', autoFocus: !useHydrated() }
}

import { type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import { classes } from '#app/ui/classes.ts'
import { PreferencesOpenContext } from '#app/ui/consent/cookie-preferences.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { LoadingBar } from '#app/ui/navigation/loading-bar.tsx'

interface DialogProps {
  title: ReactNode
  /** The link or submit button that closes it, usually an IconLink or IconButton named Close. */
  close: ReactNode
  /** Called on Escape; without it, Escape clicks `close`. */
  onClose?: () => void
  footer?: ReactNode
  /** For a form that fills the window. */
  isWide?: boolean
  children: ReactNode
}

/**
 * A dialog that is part of the page's address (D15): the server renders it open over its own scrim, script makes it
 * modal. Render it only while it is open, after Main (which must be inert). Open cookie preferences replace it.
 */
export function Dialog(props: DialogProps) {
  return useContext(PreferencesOpenContext) ? null : <OpenDialog {...props} />
}

function OpenDialog({ title, close, onClose, footer, isWide, children }: DialogProps) {
  const titleId = useId()
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      className={classes('dlg', isWide && 'dlg-wide')}
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
      {/* The page's own loading bar is inert and beneath the scrim while the dialog is open. */}
      <LoadingBar />
    </dialog>
  )
}

/** Makes the rendered dialog modal, and returns the focus to its opener when it closes. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    const dialog = ref.current
    if (dialog && !dialog.matches(':modal')) {
      // Not close(), which would fire a close event.
      dialog.removeAttribute('open')
      dialog.showModal()
      dialog.querySelector<HTMLElement>('[data-first]')?.focus()
    }
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      // The dialog's action removed its opener: the focus moves to the content, not to the top of the document.
      else if (document.activeElement === document.body) document.getElementById('main')?.focus()
    }
  }, [])
  return ref
}

/** Gives a dialog's control the initial focus, with and without script; spread it. The default is Close. */
export function useInitialFocus() {
  // In the browser useModal sets the focus: React's autofocus would come before the opener is known.
  return { 'data-first': '', autoFocus: !useHydrated() }
}

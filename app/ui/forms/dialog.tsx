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
  /** A field inside gets the focus when it opens, instead of the heading (`useInitialFocus`). */
  hasFirstField?: boolean
  /** For a form that fills the window. */
  isWide?: boolean
  children: ReactNode
}

const frame =
  'fixed inset-0 z-30 m-auto h-fit overflow-hidden rounded-lg border border-line bg-surface text-ink [box-shadow:0_0_0_200vmax_var(--scrim),0_30px_80px_rgb(0_0_0/0.45)] backdrop:bg-transparent print:hidden'
// Firefox draws a scroll bar over rounded corners: what scrolls is within the frame. The focus scrolls above the sticky footer.
const scroller = 'max-h-[inherit] scroll-pb-36 overflow-auto overscroll-contain'
const size = 'max-h-[min(46rem,100dvh-1.5rem)] w-[min(36rem,100vw-1.5rem)]'
const wideSize = 'max-h-[calc(100dvh-1.5rem)] w-[min(64rem,100vw-1.5rem)]'

// Three sticky buttons would cover a third of a long form on a small screen.
const footerLook =
  'flex flex-wrap justify-end gap-3 border-t border-line bg-raised px-5 py-4 max-md:[&>*]:flex-auto max-md:[&_form>*]:w-full'

/**
 * A dialog that is part of the page's address (D15): the server renders it open over its own scrim, script makes it
 * modal. Render it only while it is open, after Main (which must be inert). Open cookie preferences replace it.
 */
export function Dialog(props: DialogProps) {
  return useContext(PreferencesOpenContext) ? null : <OpenDialog {...props} />
}

function OpenDialog({ title, close, onClose, footer, hasFirstField, isWide, children }: DialogProps) {
  const titleId = useId()
  const hasScript = useHydrated()
  const dialog = useModal()
  return (
    <dialog
      ref={dialog}
      className={classes(frame, isWide ? wideSize : size)}
      open
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (onClose) onClose()
        else event.currentTarget.querySelector<HTMLElement>('[data-close] :is(a, button)')?.click()
      }}
    >
      <div className={scroller}>
        <div className="flex items-center justify-between gap-4 border-line border-b px-5 py-4">
          <h2
            className="wrap-anywhere flex min-w-0 items-center gap-3 text-[1.875rem]"
            id={titleId}
            tabIndex={-1}
            {...{ autoFocus: !hasFirstField && !hasScript }}
          >
            {title}
          </h2>
          <div data-close>{close}</div>
        </div>
        <div className="p-5">{children}</div>
        {footer && (
          <div className={classes(footerLook, isWide ? 'md:sticky md:bottom-0' : 'sticky bottom-0')}>
            {footer}
          </div>
        )}
      </div>
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
    if (dialog) {
      // Not close(), which would fire a close event.
      dialog.removeAttribute('open')
      dialog.showModal()
      const heading = dialog.querySelector('h2')
      ;(dialog.querySelector<HTMLElement>('[data-first]') ?? heading)?.focus()
    }
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      // The dialog's action removed its opener: the focus moves to the content, not to the top of the document.
      else if (document.activeElement === document.body) document.getElementById('main')?.focus()
    }
  }, [])
  return ref
}

/** Gives a dialog's field the initial focus, with and without script; spread it. The default is the heading. */
export function useInitialFocus() {
  // In the browser useModal sets the focus: React's autofocus would come before the opener is known.
  return { 'data-first': '', autoFocus: !useHydrated() }
}

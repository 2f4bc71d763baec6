import { useLocation } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { Container } from '#app/ui/layout/container.tsx'
import type { ToastMessage } from '#app/ui/messages/error-messages.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { useRootData } from '#app/ui/root-data.ts'
import { useHasSessionEnded } from './session-ended.ts'
import { Toast } from './toast.tsx'

interface ToastsProps {
  /** A text about fields is FieldLinks: the sentences stand at the fields. */
  errors?: readonly { title: string; text: ReactNode }[]
  /** A request that failed; the flash message of the page before still shows beside it. */
  loadError?: ToastMessage | null | undefined
}

/** The toasts at the top of a page's content: the flash message, and the errors of this page. */
export function Toasts({ errors = [], loadError }: ToastsProps) {
  const message = useFlash()
  const hasSessionEnded = useHasSessionEnded()
  if (!message && !loadError && !hasSessionEnded && errors.length === 0) return null
  return (
    <PageToasts>
      {hasSessionEnded && <SessionEndedToast />}
      {errors.map((error) => (
        <Toast key={error.title} kind="bad" {...error} />
      ))}
      {loadError && <Toast kind="bad" {...loadError} />}
      {message && errors.length === 0 && (
        <Toast key={JSON.stringify(message)} kind={message.tone} {...message} />
      )}
    </PageToasts>
  )
}

/** Toasts across the page, above its header at all widths: Main is a column then. */
export function PageToasts({ children }: { children: ReactNode }) {
  return (
    <Container className="order-first my-gap grid gap-3" data-toasts>
      {children}
    </Container>
  )
}

/** Signing in happens in another tab, so that this page keeps its draft; saving without it leads through the sign-in card. */
function SessionEndedToast() {
  return (
    <Toast
      kind="bad"
      title="You are not signed in any more"
      text={
        <>
          Nothing on this page is lost.{' '}
          <TextLink href="/auth/sign-in?redirectTo=%2Fgame" target="_blank" rel="noopener">
            Sign in in a new tab
          </TextLink>
          , then go on here.
        </>
      }
    />
  )
}

/** The flash message of the page before. The server sends it once; it stays until the next navigation, across revalidations. */
function useFlash() {
  const flash = useRootData()?.flash ?? null
  const { key } = useLocation()
  const [last, setLast] = useState({ flash, key })
  if (flash && flash !== last.flash) setLast({ flash, key })
  return flash ?? (last.key === key ? last.flash : null)
}

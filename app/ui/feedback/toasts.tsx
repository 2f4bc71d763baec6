import { useLocation } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { Container } from '#app/ui/layout/container.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { useRootData } from '#app/ui/root-data.ts'
import { useHasSessionEnded } from './session-ended.ts'
import { type PageMessage, Toast } from './toast.tsx'

interface ToastsProps {
  errors?: readonly PageMessage[] | undefined
  /** A request that failed; the flash message of the page before still shows beside it. */
  loadError?: PageMessage | null | undefined
  /** How to sign in on a page whose address does not have its draft. */
  signIn?: ReactNode
}

/** The toasts at the top of a page's content, above its header: its errors in one box, and the flash message. */
export function Toasts({ errors = [], loadError, signIn = signInHere }: ToastsProps) {
  const flash = useFlash()
  const hasSessionEnded = useHasSessionEnded()
  const shown = errors.length === 0 ? flash : null
  const bad = [
    ...(hasSessionEnded
      ? [{ title: 'You are not signed in any more', text: <SignInAgain signIn={signIn} /> }]
      : []),
    ...errors,
    ...(loadError ? [loadError] : []),
    ...(shown?.tone === 'bad' ? [shown] : []),
  ]
  if (bad.length === 0 && !shown) return null
  return (
    // Main is a column: the toasts are above its header at all widths.
    <Container className="order-first my-gap grid gap-3" data-toasts>
      {shown?.tone === 'ok' && (
        <Toast key={JSON.stringify(shown)} kind="ok" messages={[shown]} next={shown.next} />
      )}
      {bad.length > 0 && <Toast key={bad.map(({ title }) => title).join()} kind="bad" messages={bad} />}
    </Container>
  )
}

/** The same page once more, whose sign-in card leads back to its address: a draft is part of that (D16). */
const signInHere = <TextLink href="">Sign in here</TextLink>

function SignInAgain({ signIn }: { signIn: ReactNode }) {
  return (
    <>
      Nothing on this page is lost. {signIn}{' '}
      {!useRootData()?.isInApp && (
        <TextLink href="/game" target="_blank" className="[@media_not_(display-mode:browser)]:hidden">
          Sign in in a new tab
        </TextLink>
      )}
    </>
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

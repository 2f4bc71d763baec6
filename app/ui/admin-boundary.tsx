import { useLocation, useRouteError } from '@remix-run/react'
import { AccessDenied } from './access-denied.tsx'
import { AdminSample } from './admin-sample.tsx'
import { ErrorCard } from './error-card.tsx'
import { ErrorPage } from './error-page.tsx'
import { cardWords } from './error-words.ts'
import { Main } from './main.tsx'
import { readRouteError } from './route-error.ts'
import { Toast } from './toast.tsx'
import { Veil } from './veil.tsx'

/** What the score desk shows instead of itself: the sign-in card, Access Denied with its toast, or an error. */
export function AdminBoundary() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const { status } = readRouteError(error)
  if (status === 403) return <AccessDenied />
  if (status >= 500) return <LoadFailure round={new URLSearchParams(search).get('round')} />
  if (status !== 401) return <ErrorPage error={error} />
  return (
    <Veil redirectTo={pathname + search}>
      <AdminSample />
    </Veil>
  )
}

/** Without the stored scores there is no form: empty inputs would be saved over them. */
function LoadFailure({ round }: { round: string | null }) {
  const { title, text } = cardWords(null)
  const which = round !== null && /^\d{1,3}$/.test(round) ? ` for round ${round}` : ''
  return (
    <Main className="center">
      <Toast kind="bad" title={`Failed to load scores${which}`} />
      <ErrorCard level={1} title={title} text={text} button={{ href: '/admin', label: 'Try again' }} />
    </Main>
  )
}

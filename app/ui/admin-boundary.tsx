import { useLocation, useRouteError } from '@remix-run/react'
import { AccessDenied } from './access-denied.tsx'
import { AdminSample } from './admin-sample.tsx'
import { ErrorPage } from './error-page.tsx'
import { readRouteError } from './route-error.ts'
import { Veil } from './veil.tsx'

/** What an admin page shows instead of itself: the sign-in card, Access Denied with its toast, or an error. */
export function AdminBoundary() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const { status } = readRouteError(error)
  if (status === 403) return <AccessDenied />
  if (status !== 401) return <ErrorPage error={error} />
  return (
    <Veil redirectTo={pathname + search}>
      <AdminSample />
    </Veil>
  )
}

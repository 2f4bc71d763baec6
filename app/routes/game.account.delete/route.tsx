import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData, useLocation } from '@remix-run/react'
import { findVisitor } from '#app/auth/guards.server.ts'
import { findSignOutUrl } from '#app/auth/sign-in/sign-out.server.ts'
import { respondSignedOut } from '#app/auth/sign-in/signed-out-response.server.ts'
import { CONFIRMATION_LIMIT, isDeletionConfirmed } from '#app/game/account-deletion.ts'
import { clearCookie, cookies } from '#app/http/cookies/cookie.server.ts'
import { serializeFlashCookie } from '#app/http/cookies/flash.server.ts'
import { createIdempotencyToken, toIdempotencyKey } from '#app/http/forms/idempotency-key.server.ts'
import { requireForm } from '#app/http/forms/parse-form.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { invalid, seeOther, throwErrorResponse, withRetryAfter } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { deleteAccount, planDeletion } from '#app/services/accounts/account-deletion.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { RedirectPage } from '#app/ui/sign-in/auth-pages.tsx'
import { SignInOverlay } from '#app/ui/sign-in/sign-in-overlay.tsx'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { findSentForm } from '#db/sent-forms.server.ts'
import { deletionForm } from './form.server.ts'
import { DeletionPage } from './page.tsx'

/** Without a session it returns no view and does not throw 401: after the deletion this page renders the confirmation. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await findVisitor({ request, context })
  if (!visitor) return data(null, { status: 401 })

  const plan = await planDeletion(db, visitor.managerId, await clock(db))
  return data({ ...plan, idempotencyToken: createIdempotencyToken() })
}

/** Deletes the account when the confirmation was typed, and signs out here and at the provider. */
export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const { confirm, once: idempotencyToken } = await requireForm(request, deletionForm)
  // The key holds no manager: the account is gone when the same form is sent again.
  const key = toIdempotencyKey(idempotencyToken, 0, 'delete account')
  const wasSent = key !== undefined && (await findSentForm(db, key)) !== undefined
  if (!visitor) return wasSent ? respondDeleted(null) : seeOther('/game/account/delete')
  const typed = [...confirm.replaceAll('\0', '')].slice(0, CONFIRMATION_LIMIT).join('')
  const limit = await rateLimits.write.consume(db, String(visitor.managerId))
  if (!limit.ok) return withRetryAfter(invalid({ refusal: 'too-fast', typed } as const, 429), limit)
  if (!isDeletionConfirmed(confirm)) return invalid({ refusal: 'unconfirmed', typed } as const)

  const signOutUrl = await findSignOutUrl(db, { request, context })
  const deletion = { managerId: visitor.managerId, clock, formKey: key }
  if ((await tryWrite(deleteAccount(db, deletion))) === null)
    return throwErrorResponse('ACCOUNT_NOT_DELETED', { 'Retry-After': '5' })

  return respondDeleted(signOutUrl)
}

/** Signs out and clears the cookies of the account. */
function respondDeleted(url: string | null) {
  return respondSignedOut(url, [
    clearCookie(cookies.invite),
    clearCookie(cookies.league),
    clearCookie(cookies.zone),
    serializeFlashCookie('account-deleted'),
  ])
}

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta = gameMeta('Delete Your Account')

export default function DeletionRoute() {
  const view = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const { pathname } = useLocation()
  if (actionData && 'url' in actionData)
    return <RedirectPage title="Your account is deleted" url={actionData.url} label="Continue" />
  if (view) return <DeletionPage view={view} refused={actionData} />
  return <SignInOverlay redirectTo={pathname} outline={outline} />
}

const outline = {
  title: 'Delete your account',
  lead: 'This action cannot be undone.',
  cards: ['What will happen', 'Are you sure?'],
} as const

export const ErrorBoundary = createGameBoundary(outline)

import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findVisitor } from '#app/auth/guards.server.ts'
import { finishSignIn, signInProblemStatus } from '#app/auth/sign-in/sign-in.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { seeOther, throwIfRateLimited } from '#app/http/responses.server.ts'
import { consumeByAddress, rateLimits } from '#app/server/rate-limit.server.ts'
import { noIndexMeta } from '#app/ui/meta/document-title.ts'
import { SignInFailed } from '#app/ui/sign-in/auth-pages.tsx'
import { db, systemNow } from '#db/connection.server.ts'

export const headers = forwardHeaders

/** The provider's redirect: creates a session and redirects to the target, or renders a page with another sign-in button. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const now = systemNow()
  throwIfRateLimited(consumeByAddress(rateLimits.signInReturn, context))

  const result = await finishSignIn(db, request, now)
  const headers = new Headers({ 'Cache-Control': 'private, no-cache' })
  for (const cookie of result.cookies) headers.append('Set-Cookie', cookie)

  if (result.ok) return seeOther(result.redirectTo, headers)
  // A repeated callback, by Back or a double submit: a signed-in visitor needs no error page.
  if (result.isUnknown && (await findVisitor({ request, context }))) return seeOther('/', headers)
  return data({ redirectTo: result.redirectTo }, { status: signInProblemStatus[result.problem], headers })
}

export const meta = noIndexMeta('Authentication error')

export default function Callback() {
  const { redirectTo } = useLoaderData<typeof loader>()
  return <SignInFailed redirectTo={redirectTo} />
}

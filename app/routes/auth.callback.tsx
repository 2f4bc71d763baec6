import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findVisitor } from '#app/auth/guards.server.ts'
import { finishSignIn } from '#app/auth/sign-in/sign-in.server.ts'
import { signInErrors } from '#app/game/errors/sign-in-errors.ts'
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
  const { problem, redirectTo } = result
  const isFailure = 'title' in signInErrors[problem]
  // By Back, a double submit, or a second tab: who is signed in needs no page about it.
  if (!isFailure && (await findVisitor({ request, context }))) return seeOther(redirectTo, headers)
  return data({ problem, redirectTo, isFailure }, { status: signInErrors[problem].status, headers })
}

export const meta: MetaFunction<typeof loader> = (args) =>
  noIndexMeta(args.data?.isFailure ? 'Authentication error' : 'Sign in again')()

export default function Callback() {
  const { problem, redirectTo } = useLoaderData<typeof loader>()
  return <SignInFailed problem={problem} redirectTo={redirectTo} />
}

import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findVisitor } from '#app/auth/guards.server.ts'
import { finishSignIn, signInProblemStatus } from '#app/auth/sign-in/sign-in.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { throwIfRateLimited } from '#app/http/responses.server.ts'
import { consumeByAddress, rateLimits } from '#app/server/rate-limit.server.ts'
import { formatDocumentTitle } from '#app/ui/meta/document-title.ts'
import { SignInFailed } from '#app/ui/sign-in/auth-pages.tsx'
import { db } from '#db/connection.server.ts'

export const headers = forwardHeaders

/** Where the provider sends the visitor back to: a session and on to the target, or a page that offers another try. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const now = Date.now()
  throwIfRateLimited(consumeByAddress(rateLimits.signInReturn, context))

  const finished = await finishSignIn(db, request, now)
  const headers = new Headers({ 'Cache-Control': 'private, no-cache' })
  for (const cookie of finished.cookies) headers.append('Set-Cookie', cookie)

  if (finished.ok) return redirect(finished.redirectTo, { status: 303, headers })
  // The same callback a second time, by Back or a double press: who is in already has nothing to try again.
  if (finished.isUnknown && (await findVisitor(request))) return redirect('/', { status: 303, headers })
  return data({ redirectTo: finished.redirectTo }, { status: signInProblemStatus[finished.problem], headers })
}

export const meta: MetaFunction = () => [
  { title: formatDocumentTitle('Authentication error') },
  { name: 'robots', content: 'noindex' },
]

export default function Callback() {
  const { redirectTo } = useLoaderData<typeof loader>()
  return <SignInFailed redirectTo={redirectTo} />
}

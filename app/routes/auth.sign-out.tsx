import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { signOut } from '#app/auth/sign-in/sign-out.server.ts'
import { respondSignedOut } from '#app/auth/sign-in/signed-out-response.server.ts'
import { requireOwnForm } from '#app/http/csrf.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { throwErrorResponse, throwIfRateLimited } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { consumeByAddress, rateLimits } from '#app/server/rate-limit.server.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { noIndexMeta } from '#app/ui/meta/document-title.ts'
import { AuthPage, RedirectPage } from '#app/ui/sign-in/auth-pages.tsx'
import { db } from '#db/connection.server.ts'

export const headers = forwardHeaders

/** Ends the session here, then at the provider, which redirects to '/' (D24). Works without a session. */
export async function action({ request, context }: ActionFunctionArgs) {
  requireOwnForm(request)
  throwIfRateLimited(consumeByAddress(rateLimits.signOut, context))

  const ended = await tryWrite(signOut(db, request))
  return ended ? respondSignedOut(ended.url) : throwErrorResponse('STILL_SIGNED_IN', { 'Retry-After': '5' })
}

export const meta = noIndexMeta('Sign out')

export default function SignOut() {
  const actionData = useActionData<typeof action>()
  if (actionData) return <RedirectPage title="You are signed out" url={actionData.url} label="Continue" />
  return (
    <AuthPage title="Sign out">
      <form method="post" action="/auth/sign-out">
        <Button type="submit" variant="spot">
          Sign Out
        </Button>
      </form>
    </AuthPage>
  )
}

import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { safeRedirectTarget } from '#app/auth/sign-in/redirect-target.ts'
import { startSignIn } from '#app/auth/sign-in/sign-in.server.ts'
import { signInErrors } from '#app/game/errors/sign-in-errors.ts'
import { REDIRECT_TARGET_LIMIT } from '#app/game/text/normalize-text.ts'
import { boundedText } from '#app/http/forms/fields.server.ts'
import { parseForm } from '#app/http/forms/parse-form.server.ts'
import { readSearchParams } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { invalid, throwErrorResponse, throwIfRateLimited } from '#app/http/responses.server.ts'
import { consumeByAddress, rateLimits } from '#app/server/rate-limit.server.ts'
import { Button } from '#app/ui/forms/button.tsx'
import { noIndexMeta } from '#app/ui/meta/document-title.ts'
import { AuthPage, RedirectPage, SignInFailed } from '#app/ui/sign-in/auth-pages.tsx'
import { CopyLink } from '#app/ui/sign-in/copy-link.tsx'
import { SignInForm } from '#app/ui/sign-in/sign-in-form.tsx'
import { db, systemNow } from '#db/connection.server.ts'

const signInForm = z.object({ redirectTo: boundedText(REDIRECT_TARGET_LIMIT).optional() })

export const headers = forwardHeaders

/** Renders the form. Only a POST begins a sign-in: a link or a prefetch must not. */
export function loader({ request }: LoaderFunctionArgs) {
  return { redirectTo: safeRedirectTarget(readTargetInQuery(request)) }
}

/** Redirects to the provider by a Refresh header, because CSP's form-action is 'self' (security.md). */
export async function action({ request, context }: ActionFunctionArgs) {
  const now = systemNow()
  throwIfRateLimited(consumeByAddress(rateLimits.signIn, context))

  const target = (await readTargetInForm(request)) ?? readTargetInQuery(request)
  const attempt = await startSignIn(db, request, { target, now })
  if (!attempt.ok) return invalid(attempt, signInErrors[attempt.problem].status)

  const headers = new Headers({ Refresh: `0;url=${attempt.url}`, 'Cache-Control': 'private, no-cache' })
  for (const cookie of attempt.cookies) headers.append('Set-Cookie', cookie)
  return data({ ok: true as const, url: attempt.url }, { headers })
}

function readTargetInQuery(request: Request): string | null {
  return readSearchParams(request).get('redirectTo')
}

/** The target in the posted form; undefined without a body. */
async function readTargetInForm(request: Request): Promise<string | undefined> {
  const form = await parseForm(request, signInForm)
  return form.ok ? form.value.redirectTo : throwErrorResponse('BAD_REQUEST')
}

export const meta = noIndexMeta('Sign in')

export default function SignIn() {
  const { redirectTo } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  if (actionData?.ok) return <RedirectPage title="Sign in" url={actionData.url} label="Continue to sign in" />
  if (actionData) return <SignInFailed {...actionData} />
  return (
    <AuthPage title="Sign in">
      <p>
        Create a new account or sign in to access the game features and manage your team. We never see your
        password.
      </p>
      <SignInForm redirectTo={redirectTo}>
        <Button type="submit" variant="spot">
          Sign in / Create account
        </Button>
      </SignInForm>
      <CopyLink path={redirectTo} />
    </AuthPage>
  )
}

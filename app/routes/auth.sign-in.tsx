import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { keepHeaders } from '#app/auth/headers.ts'
import { problemStatus, startSignIn } from '#app/auth/sign-in.server.ts'
import { safeTarget } from '#app/auth/target.ts'
import { TARGET_LIMIT } from '#app/game/text.ts'
import { askAgain, orTooMany, problem } from '#app/http/answers.server.ts'
import { boundedText } from '#app/http/fields.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { clientAddress, limits } from '#app/http/limits.server.ts'
import { queryOf } from '#app/http/query.server.ts'
import { Button } from '#app/ui/button.tsx'
import { SignInForm } from '#app/ui/sign-in.tsx'
import { AuthPage, Leaving, SignInFailed } from '#app/ui/sign-in-pages.tsx'
import { db } from '#db/connection.server.ts'

const signInForm = z.object({ redirectTo: boundedText(TARGET_LIMIT).optional() })

export const headers = keepHeaders

/** Shows the form. No GET begins a sign-in: a link or a prefetch must not. */
export function loader({ request }: LoaderFunctionArgs) {
  return { redirectTo: safeTarget(targetInQuery(request)) }
}

/** Sends the visitor to the provider by a Refresh header, because CSP's form-action stays 'self' (security.md). */
export async function action({ request }: ActionFunctionArgs) {
  const now = Date.now()
  orTooMany(limits.signIn.consume(clientAddress(request)))

  const target = (await targetInForm(request)) ?? targetInQuery(request)
  const started = await startSignIn(db, request, { target, now })
  if (!started.ok)
    return askAgain({ url: null, redirectTo: started.redirectTo }, problemStatus[started.problem])

  const headers = new Headers({ Refresh: `0;url=${started.url}`, 'Cache-Control': 'private, no-cache' })
  for (const cookie of started.cookies) headers.append('Set-Cookie', cookie)
  return data({ url: started.url, redirectTo: '/' }, { headers })
}

function targetInQuery(request: Request): string | null {
  return queryOf(request).get('redirectTo')
}

/** A post without a form names no target. */
async function targetInForm(request: Request): Promise<string | undefined> {
  if (request.body === null) return undefined
  const form = await parseForm(request, signInForm)
  return form.ok ? form.value.redirectTo : problem('BAD_REQUEST', 400)
}

export const meta: MetaFunction = () => [{ title: 'Sign in – Douze' }, { name: 'robots', content: 'noindex' }]

export default function SignIn() {
  const { redirectTo } = useLoaderData<typeof loader>()
  const told = useActionData<typeof action>()
  if (told?.url) return <Leaving title="Sign in" url={told.url} label="Continue to sign in" />
  if (told) return <SignInFailed redirectTo={told.redirectTo} />
  return (
    <AuthPage title="Sign in">
      <p>Create a new account or sign in to access the game features and manage your team.</p>
      <SignInForm redirectTo={redirectTo}>
        <Button type="submit" variant="spot">
          Sign in / Create account
        </Button>
      </SignInForm>
    </AuthPage>
  )
}

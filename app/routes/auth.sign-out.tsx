import type { ActionFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { sayGoodbye } from '#app/auth/goodbye.server.ts'
import { keepHeaders } from '#app/auth/headers.ts'
import { signOut } from '#app/auth/sign-out.server.ts'
import { orTooMany, problem } from '#app/http/answers.server.ts'
import { attempt } from '#app/http/attempt.server.ts'
import { clientAddress, limits } from '#app/http/limits.server.ts'
import { Button } from '#app/ui/button.tsx'
import { AuthPage, Leaving } from '#app/ui/sign-in-pages.tsx'
import { db } from '#db/connection.server.ts'

export const headers = keepHeaders

/** Ends the session here, then at the provider, which leads back to '/' (D24). Nobody need be signed in. */
export async function action({ request }: ActionFunctionArgs) {
  orTooMany(limits.signOut.consume(clientAddress(request)))

  const ended = await attempt(signOut(db, request))
  return ended ? sayGoodbye(ended.url) : problem('STILL_SIGNED_IN', 503, { 'Retry-After': '5' })
}

export const meta: MetaFunction = () => [
  { title: 'Sign out – Douze' },
  { name: 'robots', content: 'noindex' },
]

export default function SignOut() {
  const told = useActionData<typeof action>()
  if (told) return <Leaving title="You are signed out" url={told.url} label="Continue" />
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

import { type ActionFunctionArgs, data, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { keepHeaders } from '#app/auth/headers.ts'
import { dropSessionCookie } from '#app/auth/session-cookie.server.ts'
import { signOut } from '#app/auth/sign-out.server.ts'
import { Button } from '#app/ui/button.tsx'
import { AuthPage, Leaving } from '#app/ui/sign-in-pages.tsx'
import { db } from '#db/connection.server.ts'

export const headers = keepHeaders

/** Ends the session here, then at the provider, which leads back to '/' (D24). Nobody need be signed in. */
export async function action({ request }: ActionFunctionArgs) {
  const url = await signOut(db, request)

  const headers = new Headers({
    'Set-Cookie': dropSessionCookie(),
    'Clear-Site-Data': '"cache"',
    'Cache-Control': 'private, no-cache',
  })
  if (!url) return redirect('/', { status: 303, headers })
  headers.set('Refresh', `0;url=${url}`)
  return data({ url }, { headers })
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

import type { LoaderFunctionArgs } from '@remix-run/node'
import { findVisitor } from '#app/auth/guards.server.ts'
import { respond } from '#app/http/responses.server.ts'

/** Whether the session is still valid, for an open page before it revalidates its data. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  return respond(JSON.stringify({ isSignedIn: visitor !== null }), {
    headers: { 'Content-Type': 'application/json' },
  })
}

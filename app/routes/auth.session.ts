import type { LoaderFunctionArgs } from '@remix-run/node'
import { findVisitor } from '#app/auth/guards.server.ts'

/** Whether the session is still valid, for an open page before it revalidates its data. */
export async function loader({ request }: LoaderFunctionArgs) {
  const visitor = await findVisitor(request)

  return Response.json({ isSignedIn: visitor !== null }, { headers: { 'Cache-Control': 'no-store' } })
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { findVisitor } from '#app/auth/guards.server.ts'

/** For an open page that is about to ask for its data anew: whether whoever looks at it is signed in still. */
export async function loader({ request }: LoaderFunctionArgs) {
  const visitor = await findVisitor(request)

  return Response.json({ isSignedIn: visitor !== null }, { headers: { 'Cache-Control': 'no-store' } })
}

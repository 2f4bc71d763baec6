import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { endByProvider } from '#app/auth/sign-out.server.ts'
import { describeError, logLine } from '#app/http/log.server.ts'
import { db } from '#db/connection.server.ts'

/** Signed tokens of a few claims: 16 kB (security.md, 'Limits'). */
const logoutForm = z.object({ logout_token: z.string().min(1).max(16_384) })

/** The provider says whose sign-in is over (OpenID Connect Back-Channel Logout 1.0): 200 when done, else 400. */
export async function action({ request }: ActionFunctionArgs) {
  try {
    const form = logoutForm.parse(Object.fromEntries(await request.formData()))
    await endByProvider(db, form.logout_token, Date.now())
    return answer(200, {})
  } catch (error) {
    logLine('warn', 'back-channel logout refused', describeError(error))
    return answer(400, { error: 'invalid_request' })
  }
}

/** There is nothing to read here. */
export function loader() {
  return answer(405, { error: 'method_not_allowed' }, { Allow: 'POST' })
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { endProviderSessions } from '#app/auth/sign-in/sign-out.server.ts'
import { boundedText } from '#app/http/forms/fields.server.ts'
import { parseForm } from '#app/http/forms/parse-form.server.ts'
import { respond } from '#app/http/responses.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { consumeByAddress, rateLimits } from '#app/server/rate-limit.server.ts'
import { db, systemNow } from '#db/connection.server.ts'

/** The limit of its body, in bytes. */
const MAX_TOKEN_LENGTH = 16 * 1024
const logoutForm = z.object({ logout_token: boundedText(MAX_TOKEN_LENGTH) })

/** OpenID Connect Back-Channel Logout 1.0: the provider ends sessions here. 200 on success, else 400. */
export async function action({ request, context }: ActionFunctionArgs) {
  const limit = consumeByAddress(rateLimits.signOut, context)
  if (!limit.ok) {
    const headers = { 'Retry-After': String(limit.retryAfterSeconds) }
    return respondJson(429, { error: 'temporarily_unavailable' }, headers)
  }
  try {
    const form = await parseForm(request, logoutForm)
    if (!form.ok) throw new Error('there is no logout token')
    await endProviderSessions(db, form.value.logout_token, systemNow())
    return respondJson(200, {})
  } catch (error) {
    logLine('warn', 'back-channel logout refused', { id: context.requestId, ...describeError(error) })
    return respondJson(400, { error: 'invalid_request' })
  }
}

/** This route has no GET. */
export function loader() {
  return respondJson(405, { error: 'method_not_allowed' }, { Allow: 'POST' })
}

function respondJson(status: number, body: object, headers: Record<string, string> = {}): Response {
  return respond(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
}

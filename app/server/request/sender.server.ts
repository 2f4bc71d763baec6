import type { AppLoadContext } from '@remix-run/node'
import { findBearer, findCaller } from '#app/auth/bearer.server.ts'
import { awaitAdminRights } from '#app/auth/guards.server.ts'
import { mayAdminister } from '#app/auth/permissions.ts'
import { findProvider } from '#app/auth/provider/oidc.server.ts'
import { findProviderWait, isAdminPath } from '#app/auth/provider/provider-wait.server.ts'
import { config } from '#app/config.server.ts'
import { isApiPath } from '#app/http/api-path.server.ts'
import { readSessionCookie } from '#app/http/csrf.server.ts'
import type { HandlerArgs } from '#app/server/load-context.server.ts'
import { limitConcurrency } from '#app/server/load-shedding/concurrency-limit.server.ts'
import { capacity } from '#app/server/load-shedding/load-shedding.server.ts'
import type { Writer } from '#app/server/load-shedding/priority.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import type { RequestHead } from './check-request.server.ts'
import type { SenderRole } from './read-body.server.ts'

/** `role`: 'unknown' while the database or the provider's keys cannot be read. `writer`: the key of the request queue. */
interface Sender {
  role: SenderRole
  writer: Writer | undefined
}

type Credentials = Pick<RequestHead, 'cookie' | 'authorization'>

const visitorChecks = limitConcurrency(capacity.visitorChecks)

/** Who sends a request for `path`; a token counts for the API only. */
export async function findSender(
  { cookie, authorization }: Credentials,
  path: string,
  context: AppLoadContext,
): Promise<Sender> {
  const credentials = { cookie, authorization: isApiPath(path) ? authorization : undefined }
  const args = { request: new Request(config.origin, { headers: toHeaders(credentials) }), context }
  try {
    const caller = await findCaller(args, { isUse: false })
    if (!caller) return { role: 'anonymous', writer: undefined }
    const role = mayAdminister(caller) ? 'admin' : 'manager'
    return { role, writer: toWriter(caller.managerId || JSON.stringify(await findBearer(args)), path) }
  } catch (error) {
    logLine('warn', 'sender-unknown', { id: context.requestId, ...describeError(error) })
    return { role: 'unknown', writer: credentials.authorization ?? readSessionCookie(cookie) }
  }
}

/** Articles have an order of their own: one may be sanitised for ten seconds, and no press of its editor waits for it. */
function toWriter(manager: Writer, path: string): Writer {
  return /^(\/api)?\/admin\/news([/.]|$)/.test(path) ? `articles ${manager}` : manager
}

let latest: Promise<unknown> = Promise.resolve()

/** Fulfilled after the senders of all writes that arrived before, so that those of one manager stay in order. Rejects never. */
export function inOrderOfArrival(sender: Promise<Sender>): Promise<Sender> {
  const inOrder = latest.then(() => sender)
  latest = inOrder
  return inOrder
}

/**
 * Looks up the visitor before the request is queued, for requests where that may need the identity provider. 'full' when too
 * many are looked up at once.
 */
export function checkVisitor(url: URL, head: RequestHead, context: AppLoadContext) {
  const request = new Request(url, { method: head.method, headers: toHeaders(head) })
  return visitorChecks.run(() => prefetchVisitor({ request, context }))
}

function toHeaders({ cookie, authorization }: Credentials): Headers {
  const headers = new Headers({ Cookie: cookie ?? '' })
  if (authorization !== undefined) headers.set('Authorization', authorization)
  return headers
}

/**
 * Looks up everything about a request's visitor that needs the provider: the person of a bearer token, an admin's rights,
 * the logout URL for an account deletion. Runs before the request is queued, with the context that loaders and actions get,
 * so that they need not wait. Reads method, URL and headers. At most 4.5 s; never rejects.
 */
export async function prefetchVisitor(args: HandlerArgs): Promise<void> {
  try {
    await prefetch(args)
  } catch {
    // The route gets the same error and renders it.
  }
}

async function prefetch(args: HandlerArgs): Promise<void> {
  const { method, headers, url } = args.request
  const path = new URL(url).pathname
  const authorization = headers.get('Authorization') ?? undefined
  const cookie = headers.get('Cookie') ?? undefined
  if (findProviderWait({ method, path, authorization, cookie }) !== 'visitor') return
  if (authorization !== undefined) await findBearer(args)
  else if (isAdminPath(path)) await awaitAdminRights(args)
  else await findProvider(args.context)
}

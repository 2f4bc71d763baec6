import type { AppLoadContext } from '@remix-run/node'
import { findCaller } from '#app/auth/bearer.server.ts'
import { mayAdminister } from '#app/auth/permissions.ts'
import { prefetchVisitor } from '#app/auth/prefetch-visitor.server.ts'
import { config } from '#app/config.server.ts'
import { limitConcurrency } from '#app/server/load-shedding/concurrency-limit.server.ts'
import { capacity } from '#app/server/load-shedding/load-shedding.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import type { RequestHead } from './check-request.server.ts'
import type { SenderRole } from './read-body.server.ts'

type Credentials = Pick<RequestHead, 'cookie' | 'authorization'>

const visitorChecks = limitConcurrency(capacity.visitorChecks)

/** The role of a request's sender; 'unknown' while the database or the provider's keys cannot be read. */
export async function findSenderRole(credentials: Credentials, context: AppLoadContext): Promise<SenderRole> {
  try {
    const request = new Request(config.origin, { headers: toHeaders(credentials) })
    const caller = await findCaller({ request, context })
    if (!caller) return 'anonymous'
    return mayAdminister(caller) ? 'admin' : 'manager'
  } catch (error) {
    logLine('warn', 'sender-unknown', { id: context.requestId, ...describeError(error) })
    return 'unknown'
  }
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

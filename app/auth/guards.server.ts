import { findExplicitTimeZone } from '#app/http/cookies/time-zone.server.ts'
import { throwErrorResponse } from '#app/http/responses.server.ts'
import { getRequestKey, getResponseKey } from '#app/server/monitoring/log.server.ts'
import { db } from '#db/connection.server.ts'
import { memoizePerRequest } from './memoize-per-request.server.ts'
import { mayAdminister, type Visitor } from './permissions.ts'
import { isAdminPath } from './provider/provider-wait.server.ts'
import { confirmAdminRights, findSessionVisitor } from './session/session.server.ts'
import { readSessionId } from './session/session-cookie.server.ts'

/** By response, or by Request where there is none; then by method and session id. */
const visitorOfRequest = memoizePerRequest<Promise<Visitor | null>>()
const confirmationOfRequest = memoizePerRequest<Promise<void>>()

/**
 * The visitor of a request, or null. Looked up once for all loaders of one response, each of which has its own Request; an
 * action looks it up separately, so that the loaders after it see its changes. Sessions use the system clock, never game
 * time (D13). Waits for the provider only on an admin's page where `prefetchVisitor` did not run before.
 */
export async function findVisitor(request: Request): Promise<Visitor | null> {
  const id = readSessionId(request)
  if (!id) return null
  return visitorOfRequest(getResponseKey() ?? request, `${request.method} ${id}`, async () => {
    await awaitAdminRights(request)
    return findSessionVisitor(db, id, Date.now(), findExplicitTimeZone(request))
  })
}

/** Waits for an admin's rights to be confirmed on admin pages, once per request and 4.5 s at most (D26). */
export async function awaitAdminRights(request: Request): Promise<void> {
  const id = readSessionId(request)
  if (!id || !isAdminPath(new URL(request.url).pathname)) return
  const scope = getRequestKey() ?? getResponseKey() ?? request
  await confirmationOfRequest(scope, id, () => confirmAdminRights(db, id, Date.now()))
}

/** The signed-in manager. Throws 401 UNAUTHENTICATED, for which the boundary shows the sign-in card (D21). */
export async function requireManager(request: Request): Promise<Visitor> {
  const visitor = await findVisitor(request)
  return visitor ?? throwErrorResponse('UNAUTHENTICATED')
}

/** The signed-in admin. Throws 401 UNAUTHENTICATED or 403 ACCESS_DENIED (spec 6: the server enforces it). */
export async function requireAdmin(request: Request): Promise<Visitor> {
  const visitor = await requireManager(request)
  return mayAdminister(visitor) ? visitor : throwErrorResponse('ACCESS_DENIED')
}

import { findExplicitTimeZone } from '#app/http/cookies/time-zone.server.ts'
import { throwErrorResponse } from '#app/http/responses.server.ts'
import { type HandlerArgs, memoizePerRequest } from '#app/server/load-context.server.ts'
import { db, systemNow } from '#db/connection.server.ts'
import { mayAdminister, type Visitor } from './permissions.ts'
import { isAdminPath } from './provider/provider-wait.server.ts'
import { confirmAdminRights, findSessionVisitor } from './session/session.server.ts'
import { readSessionId } from './session/session-cookie.server.ts'

const confirmationOfRequest = memoizePerRequest<Promise<void>>()

/**
 * The visitor of a request by the session as it is now, or null. Sessions use the system clock, never game time (D13). Waits
 * for the provider only on an admin's page where `prefetchVisitor` did not run before. `isUse`: whether the request is a use of
 * the session, and not a question of a page that is left open.
 */
export async function findVisitor(args: HandlerArgs, { isUse = true } = {}): Promise<Visitor | null> {
  const id = readSessionId(args.request)
  if (!id) return null
  await awaitAdminRights(args)
  const use = isUse ? { timeZone: findExplicitTimeZone(args.request) } : undefined
  return findSessionVisitor(db, id, systemNow(), use)
}

/** Waits for an admin's rights to be confirmed on admin pages, once per request and 4.5 s at most (D26). */
export async function awaitAdminRights({ request, context }: HandlerArgs): Promise<void> {
  const id = readSessionId(request)
  if (!id || !isAdminPath(new URL(request.url).pathname)) return
  await confirmationOfRequest(context, id, () => confirmAdminRights(db, id, systemNow()))
}

/** The signed-in manager. Throws 401 UNAUTHENTICATED, for which the boundary shows the sign-in card (D21). */
export async function requireManager(args: HandlerArgs): Promise<Visitor> {
  const visitor = await findVisitor(args)
  return visitor ?? throwErrorResponse('UNAUTHENTICATED')
}

/** The signed-in admin. Throws 401 UNAUTHENTICATED or 403 ACCESS_DENIED (spec 6: the server enforces it). */
export async function requireAdmin(args: HandlerArgs): Promise<Visitor> {
  const visitor = await requireManager(args)
  return mayAdminister(visitor) ? visitor : throwErrorResponse('ACCESS_DENIED')
}

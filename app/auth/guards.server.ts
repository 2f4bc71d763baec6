import { data } from '@remix-run/node'
import { saidZone } from '#app/http/zone.server.ts'
import { db } from '#db/connection.server.ts'
import { mayAdminister, type Visitor } from './permissions.ts'
import { findLiveSession } from './session.server.ts'
import { readSessionId } from './session-cookie.server.ts'

const visitors = new WeakMap<Request, Promise<Visitor | null>>()

/** Who sent the request, or null. Asked once per Request; sessions live by the system clock, never game time (D13). */
export function findVisitor(request: Request): Promise<Visitor | null> {
  const known = visitors.get(request)
  if (known) return known
  const id = readSessionId(request)
  const asked = id ? findLiveSession(db, id, Date.now(), saidZone(request)) : Promise.resolve(null)
  visitors.set(request, asked)
  return asked
}

/** The signed-in manager. Throws 401 UNAUTHENTICATED, which the boundary shows as the sign-in card (D21). */
export async function requireManager(request: Request): Promise<Visitor> {
  const visitor = await findVisitor(request)
  if (!visitor) throw data({ errorType: 'UNAUTHENTICATED' }, { status: 401 })
  return visitor
}

/** The signed-in admin. Throws 401 UNAUTHENTICATED or 403 ACCESS_DENIED (spec 6: the server enforces it). */
export async function requireAdmin(request: Request): Promise<Visitor> {
  const visitor = await requireManager(request)
  if (!mayAdminister(visitor)) throw data({ errorType: 'ACCESS_DENIED' }, { status: 403 })
  return visitor
}

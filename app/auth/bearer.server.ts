import { data } from '@remix-run/node'
import { problem } from '#app/http/answers.server.ts'
import { isRead } from '#app/http/front.server.ts'
import { describeError, logLine, thisRequest } from '#app/http/log.server.ts'
import { db } from '#db/connection.server.ts'
import { ensureManager, findManagerId, unknownManagerId } from '#db/managers.server.ts'
import { findVisitor } from './guards.server.ts'
import { findOidc } from './oidc.server.ts'
import { oncePerRequest } from './once-per-request.server.ts'
import { mayAdminister, type Visitor } from './permissions.ts'
import { within } from './provider.server.ts'
import { isUnsound, readBearer } from './tokens.server.ts'

/**
 * Who calls the API: a visitor with a session, or a program with an access token. In a read `managerId` is 0
 * (`unknownManagerId`) for a token of somebody who is no manager: they are answered like a manager without a team.
 */
export type Caller = Pick<Visitor, 'managerId' | 'isAdmin'>

/**
 * Who calls, or null without good credentials. A bearer token wins over a cookie, and a bad one is not made up for
 * by a good cookie (D27). Throws 503 SERVICE_UNAVAILABLE when the provider's keys are needed and out of reach. A read
 * makes nobody a manager.
 */
export async function findCaller(request: Request): Promise<Caller | null> {
  if (!request.headers.has('Authorization')) return findVisitor(request)
  const person = await findBearer(request)
  if (!person) return null
  const managerId = isRead(request.method)
    ? ((await findManagerId(db, person)) ?? unknownManagerId)
    : await ensureManager(db, { ...person, now: Date.now() })
  return { managerId, isAdmin: person.isAdmin }
}

/** Who calls. Ends the request with 401 and `WWW-Authenticate: Bearer` when nobody does. */
export async function requireCaller(request: Request): Promise<Caller> {
  return (await findCaller(request)) ?? problem('UNAUTHENTICATED', 401, { 'WWW-Authenticate': 'Bearer' })
}

/** The admin who calls. Ends the request with 401, or with 403 for everybody else (spec 6). */
export async function requireAdminCaller(request: Request): Promise<Caller> {
  const caller = await requireCaller(request)
  return mayAdminister(caller) ? caller : problem('ACCESS_DENIED', 403)
}

type Bearer = Awaited<ReturnType<typeof readBearer>>

const bearers = oncePerRequest<Promise<Bearer | null>>()

/** Longer tokens than this are none of the provider's: an Authorization header of 8 kB at most is looked at. */
const mostLength = 8 * 1024

/**
 * Whom the request's bearer token names, or null when it is none or not good. Checked once per request, within 4.5 s.
 * Throws 503 SERVICE_UNAVAILABLE as `findCaller`.
 */
export async function findBearer(request: Request): Promise<Bearer | null> {
  const authorization = request.headers.get('Authorization') ?? ''
  if (authorization.length > mostLength) return null
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1]
  if (token === undefined) return null
  return bearers(thisRequest() ?? request, token, () => within(check(token)).catch(refuse))
}

async function check(token: string): Promise<Bearer> {
  const { provider } = await findOidc()
  return readBearer(provider, token)
}

function refuse(error: unknown): null {
  if (isUnsound(error)) return null
  logLine('warn', 'bearer not checked', describeError(error))
  throw data({ errorType: 'SERVICE_UNAVAILABLE' }, { status: 503, headers: { 'Retry-After': '5' } })
}

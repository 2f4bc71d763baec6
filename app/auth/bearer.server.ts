import { data } from '@remix-run/node'
import { problem } from '#app/http/answers.server.ts'
import { describeError, logLine } from '#app/http/log.server.ts'
import { db } from '#db/connection.server.ts'
import { ensureManager } from '#db/managers.server.ts'
import { findVisitor } from './guards.server.ts'
import { findOidc } from './oidc.server.ts'
import { mayAdminister, type Visitor } from './permissions.ts'
import { within } from './provider.server.ts'
import { isUnsound, readBearer } from './tokens.server.ts'

/** Who calls the API: a visitor with a session, or a program with an access token. */
export type Caller = Pick<Visitor, 'managerId' | 'isAdmin'>

/**
 * Who calls, or null without good credentials. A bearer token wins over a cookie, and a bad one is not made up for
 * by a good cookie (D27). Throws 503 SERVICE_UNAVAILABLE when the provider's keys are needed and out of reach.
 */
export async function findCaller(request: Request): Promise<Caller | null> {
  const authorization = request.headers.get('Authorization')
  if (authorization === null) return findVisitor(request)
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1]
  return token === undefined ? null : within(toCaller(token)).catch(refuse)
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

async function toCaller(token: string): Promise<Caller> {
  const { provider } = await findOidc()
  const person = await readBearer(provider, token)
  return { managerId: await ensureManager(db, { ...person, now: Date.now() }), isAdmin: person.isAdmin }
}

function refuse(error: unknown): null {
  if (isUnsound(error)) return null
  logLine('warn', 'bearer not checked', describeError(error))
  throw data({ errorType: 'SERVICE_UNAVAILABLE' }, { status: 503, headers: { 'Retry-After': '5' } })
}

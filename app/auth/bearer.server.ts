import { data } from '@remix-run/node'
import { describeError, logLine } from '#app/http/log.server.ts'
import { db } from '#db/connection.server.ts'
import { ensureManager } from '#db/managers.server.ts'
import { findVisitor } from './guards.server.ts'
import { findOidc } from './oidc.server.ts'
import type { Visitor } from './permissions.ts'
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

import { throwErrorResponse } from '#app/http/responses.server.ts'
import { type HandlerArgs, memoizePerRequest } from '#app/server/load-context.server.ts'
import { describeError, logLine } from '#app/server/monitoring/log.server.ts'
import { isReadMethod } from '#app/server/request/check-request.server.ts'
import { ensureManager, findManagerId, unknownManagerId } from '#db/accounts/managers.server.ts'
import { db, systemNow } from '#db/connection.server.ts'
import { findVisitor } from './guards.server.ts'
import type { Visitor } from './permissions.ts'
import { withTimeout } from './provider/discovery.server.ts'
import { findOidc } from './provider/oidc.server.ts'
import { isInvalidToken, verifyAccessToken } from './provider/verify-tokens.server.ts'

/**
 * The caller of the API: a visitor with a session, or a program with an access token. In a read `managerId` is 0
 * (`unknownManagerId`) for a token without a manager: such a caller is treated like a manager without a team.
 */
export type Caller = Pick<Visitor, 'managerId' | 'isAdmin'>

/**
 * The caller, or null without valid credentials. A bearer token takes precedence over a cookie, even an invalid one (D27).
 * Throws 503 SERVICE_UNAVAILABLE when the provider's keys are needed and unreachable. A read never creates a manager.
 * `use`: as `findVisitor`'s.
 */
export async function findCaller(args: HandlerArgs, use?: { isUse: boolean }): Promise<Caller | null> {
  const { request } = args
  if (!request.headers.has('Authorization')) return findVisitor(args, use)
  const person = await findBearer(args)
  if (!person) return null
  const managerId = isReadMethod(request.method)
    ? ((await findManagerId(db, person)) ?? unknownManagerId)
    : await ensureManager(db, { ...person, now: systemNow() })
  return { managerId, isAdmin: person.isAdmin }
}

/** The caller. Ends the request with 401 and `WWW-Authenticate: Bearer` without valid credentials. */
export async function requireCaller(args: HandlerArgs): Promise<Caller> {
  return (await findCaller(args)) ?? throwErrorResponse('UNAUTHENTICATED', { 'WWW-Authenticate': 'Bearer' })
}

type Bearer = Awaited<ReturnType<typeof verifyAccessToken>>

const bearerOfRequest = memoizePerRequest<Promise<Bearer | null>>()

/** The limit of an Authorization header: a longer one is not read. */
const maxLength = 8 * 1024

/**
 * The person in the request's bearer token, or null without a valid one. Verified once per request, within 4.5 s. Throws
 * 503 SERVICE_UNAVAILABLE like `findCaller`.
 */
export async function findBearer({ request, context }: HandlerArgs): Promise<Bearer | null> {
  const authorization = request.headers.get('Authorization') ?? ''
  if (authorization.length > maxLength) return null
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1]
  if (token === undefined) return null
  return bearerOfRequest(context, token, () => withTimeout(verifyBearer(token)).catch(toUnavailable))
}

async function verifyBearer(token: string): Promise<Bearer> {
  const { provider } = await findOidc()
  return verifyAccessToken(provider, token)
}

function toUnavailable(error: unknown): null {
  if (isInvalidToken(error)) return null
  logLine('warn', 'bearer not checked', describeError(error))
  return throwErrorResponse('SERVICE_UNAVAILABLE', { 'Retry-After': '5' })
}

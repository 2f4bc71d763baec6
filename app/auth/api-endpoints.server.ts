import type { LoaderFunctionArgs } from '@remix-run/node'
import { handleApiRequest } from '#app/http/json.server.ts'
import { throwErrorResponse, throwIfRateLimited } from '#app/http/responses.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { db } from '#db/connection.server.ts'
import { type Caller, requireCaller } from './bearer.server.ts'
import { mayAdminister } from './permissions.ts'

type Access = 'manager' | 'admin'
type EndpointArgs = Pick<LoaderFunctionArgs, 'request' | 'context' | 'params'>
type CallerArgs = EndpointArgs & Caller

/** A loader or action of the API for anyone. Every error becomes the error envelope. */
export function publicEndpoint(respond: (args: EndpointArgs) => Promise<Response>) {
  return (args: EndpointArgs) => handleApiRequest(args, () => respond(args))
}

/** A loader for callers with this access. Others get 401, or 403 without admin rights (spec 6). */
export function readEndpoint(access: Access, respond: (args: CallerArgs) => Promise<Response>) {
  return publicEndpoint(async (args) => {
    const caller = await requireCaller(args)
    if (access === 'admin' && !mayAdminister(caller)) return throwErrorResponse('ACCESS_DENIED')
    return respond({ ...args, ...caller })
  })
}

/** An action for callers with this access, whose requests count towards a limit of their own. */
export function writeEndpoint(
  access: Access,
  limit: 'save' | 'write' | 'upload',
  respond: (args: CallerArgs) => Promise<Response>,
) {
  return readEndpoint(access, async (args) => {
    throwIfRateLimited(await rateLimits[limit].consume(db, String(args.managerId)))
    return respond(args)
  })
}

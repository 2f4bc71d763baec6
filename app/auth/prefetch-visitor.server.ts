import type { HandlerArgs } from '#app/server/load-context.server.ts'
import { findBearer } from './bearer.server.ts'
import { awaitAdminRights } from './guards.server.ts'
import { findProvider } from './provider/oidc.server.ts'
import { findProviderWait, isAdminPath } from './provider/provider-wait.server.ts'

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

import { findBearer } from './bearer.server.ts'
import { awaitAdminRights } from './guards.server.ts'
import { findProvider } from './provider/oidc.server.ts'
import { findProviderWait, isAdminPath } from './provider/provider-wait.server.ts'

/**
 * Finds out what needs the provider about who sends a request: whom a bearer token names, whether an admin's rights hold, where
 * somebody who deletes their account signs out. For server.ts, inside `onBehalf` and before the request is queued, so that
 * the loaders and the action find it without a wait. Looks at method, URL and headers. At most 4.5 s; never rejects.
 */
export async function prefetchVisitor(request: Request): Promise<void> {
  try {
    await prefetch(request)
  } catch {
    // Whoever answers the request meets the same error, and has words for it.
  }
}

async function prefetch(request: Request): Promise<void> {
  const { method, headers, url } = request
  const path = new URL(url).pathname
  const authorization = headers.get('Authorization') ?? undefined
  const cookie = headers.get('Cookie') ?? undefined
  if (findProviderWait({ method, path, authorization, cookie }) !== 'visitor') return
  if (authorization !== undefined) await findBearer(request)
  else if (isAdminPath(path)) await awaitAdminRights(request)
  else await findProvider(request)
}

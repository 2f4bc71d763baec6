import { withTimeout } from '#app/auth/provider/discovery.server.ts'
import { buildLogoutUrl, findLogoutUrl, findOidc, findProvider } from '#app/auth/provider/oidc.server.ts'
import { verifyLogoutToken } from '#app/auth/provider/verify-tokens.server.ts'
import { endSession, findIdToken } from '#app/auth/session/session.server.ts'
import { readSessionId } from '#app/auth/session/session-cookie.server.ts'
import { hashSecret } from '#app/auth/session/token-encryption.server.ts'
import type { HandlerArgs } from '#app/server/load-context.server.ts'
import { deleteSessionsOfProvider, insertLogoutToken } from '#db/accounts/sessions.server.ts'
import type { Db } from '#db/schema.server.ts'

/** Ends the browser's session. Returns the provider's logout URL, or null when it has none. */
export async function signOut(db: Db, request: Request): Promise<{ url: string | null }> {
  const id = readSessionId(request)
  const ended = id && (await endSession(db, id))
  return { url: ended ? await findLogoutUrl(ended.idToken) : null }
}

/**
 * The provider's logout URL for the current session, or null when it has none. For an action that ends all sessions of
 * the manager itself. Waits for the provider only where `prefetchVisitor` did not run before.
 */
export async function findSignOutUrl(db: Db, { request, context }: HandlerArgs): Promise<string | null> {
  const id = readSessionId(request)
  const idToken = id && (await findIdToken(db, id))
  const provider = await findProvider(context)
  return provider && buildLogoutUrl(provider, idToken)
}

/**
 * Ends the sessions in the provider's logout token (OpenID Connect Back-Channel Logout 1.0). Throws when the token is not
 * from the provider, not for this client, stale or used before, and when the provider's keys are unreachable for 4.5 s.
 */
export async function endProviderSessions(db: Db, logoutToken: string, now: number): Promise<void> {
  const { iss: issuer, sub: subject, sid, jti, until } = await withTimeout(verifyLogout(logoutToken))
  await db.transaction().execute(async (tx) => {
    const hash = hashSecret(JSON.stringify([issuer, jti]))
    const isNew = await insertLogoutToken(tx, { hash, expiresAt: until * 1000, now })
    if (!isNew) throw new Error('this logout token was seen before')
    await deleteSessionsOfProvider(tx, { issuer, subject, sid })
  })
}

async function verifyLogout(logoutToken: string) {
  const { provider } = await findOidc()
  return verifyLogoutToken(provider, logoutToken)
}

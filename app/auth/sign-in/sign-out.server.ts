import { withTimeout } from '#app/auth/provider/discovery.server.ts'
import { buildLogoutUrl, findLogoutUrl, findOidc, findProvider } from '#app/auth/provider/oidc.server.ts'
import { verifyLogoutToken } from '#app/auth/provider/verify-tokens.server.ts'
import { endSession, findIdToken } from '#app/auth/session/session.server.ts'
import { readSessionId } from '#app/auth/session/session-cookie.server.ts'
import { hashSecret } from '#app/auth/session/token-encryption.server.ts'
import { deleteSessionsOfProvider, insertLogoutToken } from '#db/accounts/sessions.server.ts'
import type { Db } from '#db/schema.server.ts'

/** Ends the browser's session. Tells where to sign out at the provider too, or null when there is no such place. */
export async function signOut(db: Db, request: Request): Promise<{ url: string | null }> {
  const id = readSessionId(request)
  const ended = id && (await endSession(db, id))
  return { url: ended ? await findLogoutUrl(ended.idToken) : null }
}

/**
 * Where to sign out at the provider, from the session as it is now, or null when there is no such place. For a deed that ends all
 * sessions of the manager itself. Waits for the provider at most where `prefetchVisitor` has not done so before.
 */
export async function findSignOutUrl(db: Db, request: Request): Promise<string | null> {
  const id = readSessionId(request)
  const idToken = id && (await findIdToken(db, id))
  const provider = await findProvider(request)
  return provider && buildLogoutUrl(provider, idToken)
}

/**
 * Ends the sessions that the provider says are over (OpenID Connect Back-Channel Logout 1.0).
 * Throws when the token is not the provider's, not for us, stale, or seen before, and when its keys are out of reach for 4.5 s.
 */
export async function endProviderSessions(db: Db, logoutToken: string, now: number): Promise<void> {
  const { iss: issuer, sub: subject, sid, jti, exp } = await withTimeout(verifyLogout(logoutToken))
  await db.transaction().execute(async (tx) => {
    const hash = hashSecret(JSON.stringify([issuer, jti]))
    const isNew = await insertLogoutToken(tx, { hash, expiresAt: exp * 1000, now })
    if (!isNew) throw new Error('this logout token was seen before')
    await deleteSessionsOfProvider(tx, { issuer, subject, sid })
  })
}

async function verifyLogout(logoutToken: string) {
  const { provider } = await findOidc()
  return verifyLogoutToken(provider, logoutToken)
}

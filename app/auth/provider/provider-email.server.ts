import { decodeJwt } from 'jose'
import { z } from 'zod'
import { findIdToken } from '#app/auth/session/session.server.ts'
import { readSessionId } from '#app/auth/session/session-cookie.server.ts'
import type { Db } from '#db/schema.server.ts'

const claims = z.object({ email: z.string() })

/**
 * The e-mail address in the ID token of the sign-in, or null. The token was verified then and is stored encrypted in the
 * session. Most providers have none in it unless `OIDC_SCOPE` asks for it; nothing more is stored.
 */
export async function findProviderEmail(db: Db, request: Request): Promise<string | null> {
  const id = readSessionId(request)
  const idToken = id && (await findIdToken(db, id))
  return idToken ? readEmail(idToken) : null
}

function readEmail(idToken: string): string | null {
  try {
    return claims.safeParse(decodeJwt(idToken)).data?.email ?? null
  } catch {
    return null
  }
}

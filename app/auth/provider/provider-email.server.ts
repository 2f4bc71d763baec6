import { decodeJwt } from 'jose'
import { z } from 'zod'
import { findIdToken } from '#app/auth/session/session.server.ts'
import { readSessionId } from '#app/auth/session/session-cookie.server.ts'
import type { Db } from '#db/schema.server.ts'

const claims = z.object({ email: z.string() })

/**
 * The e-mail address that the provider told at sign-in, or null. It is read from the ID token, which was checked then
 * and lies sealed in the session: nothing more is asked for (scope `openid`), and nothing more is stored.
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

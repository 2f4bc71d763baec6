import type { AppLoadContext } from '@remix-run/node'
import type { Visitor } from '#app/auth/permissions.ts'
import { throwIfRateLimited } from '#app/http/responses.server.ts'
import type { Db } from '#db/schema.server.ts'
import { rateLimits } from './rate-limit.server.ts'

interface SecretLookup<Found> {
  db: Db
  context: AppLoadContext
  visitor: Visitor | null
  /** Undefined for a wrong secret. */
  find: () => Promise<Found | undefined>
}

/**
 * Looks something up by the secret of its link. Wrong secrets are rate limited: 10 in 10 minutes per manager, 60 per IP
 * address for visitors (security.md). Over the limit the request ends with 429 before any lookup, so that guessing reveals
 * nothing.
 */
export async function findBySecret<Found>({
  db,
  context,
  visitor,
  find,
}: SecretLookup<Found>): Promise<Found | undefined> {
  const limit = visitor ? rateLimits.wrongInvite : rateLimits.wrongInviteOfStranger
  const key = visitor ? String(visitor.managerId) : context.clientAddress
  if (key !== undefined) throwIfRateLimited(await limit.peek(db, key))
  const found = await find()
  if (found === undefined && key !== undefined) await limit.consume(db, key)
  return found
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { findVisitor } from '#app/auth/guards.server.ts'
import { readConsent } from '#app/http/cookies/consent.server.ts'
import { readResultsCookie } from '#app/http/cookies/results-choice.server.ts'
import { findVisitorTimeZone } from '#app/http/cookies/time-zone.server.ts'
import { createRateLimitResponse, respondWithError } from '#app/http/errors/error-response.server.ts'
import { respond, seeOther } from '#app/http/responses.server.ts'
import { readRevealedSeason } from '#app/server/active-season.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { exportAccount } from '#app/services/accounts/account-export.server.ts'
import { db } from '#db/connection.server.ts'

/** Downloads everything stored about the visitor, including the preferences in this browser's cookies. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await findVisitor({ request, context })
  if (!visitor) return seeOther('/game/account')
  const limit = await rateLimits.write.consume(db, String(visitor.managerId))
  if (!limit.ok) return respondWithError('/game/account/data', createRateLimitResponse(limit))

  const copy = await exportAccount(db, visitor.managerId, (gameId) =>
    readRevealedSeason(gameId, visitor.resultsChoice),
  )
  if (!copy) return seeOther('/game/account')

  const madeAt = new Date().toISOString()
  const browser = {
    consent: readConsent(request),
    timeZone: findVisitorTimeZone(request),
    results: readResultsCookie(request),
  }
  return respond(`${JSON.stringify({ madeAt, ...copy, browser }, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="douze-${madeAt.slice(0, 10)}.json"`,
      'Cache-Control': 'private, no-store',
      Vary: 'Cookie',
    },
  })
}

import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { findVisitor } from '#app/auth/guards.server.ts'
import { mayAdminister } from '#app/auth/permissions.ts'
import { config } from '#app/config.server.ts'
import { requireOwnForm } from '#app/http/csrf.server.ts'
import { createRateLimitResponse, respondWithError } from '#app/http/errors/error-response.server.ts'
import { seeOther, seeOtherWithFlash } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { wakeSender } from '#app/services/mail/sender.server.ts'
import { db, systemNow } from '#db/connection.server.ts'
import { queueTestMail } from '#db/mail/outbox.server.ts'

/** This route has no page: the score page shows the mail counts. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await findVisitor({ request, context })
  return seeOther('/admin')
}

/** Sends a test mail to the admin's own confirmed address only. */
export async function action({ request, context }: ActionFunctionArgs) {
  requireOwnForm(request)
  const visitor = await findVisitor({ request, context })
  if (!visitor) return seeOther('/admin')
  if (!mayAdminister(visitor)) return respondWithError('/admin/mails', { errorType: 'ACCESS_DENIED' })
  const { managerId } = visitor
  const limit = await rateLimits.write.consume(db, String(managerId))
  if (!limit.ok) return respondWithError('/admin/mails', createRateLimitResponse(limit))

  if (!config.mail) return seeOtherWithFlash('/admin', 'test-mail-off')
  const input = { managerId, testId: randomUUID(), now: systemNow() }
  const isQueued = await tryWrite(queueTestMail(db, input))
  if (isQueued === null) return seeOtherWithFlash('/admin', 'test-mail-not-saved')
  if (!isQueued) return seeOtherWithFlash('/admin', 'test-mail-no-address')

  wakeSender()
  return seeOtherWithFlash('/admin', 'test-mail-sent')
}

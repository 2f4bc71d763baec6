import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { findVisitor } from '#app/auth/guards.server.ts'
import { mayAdminister } from '#app/auth/permissions.ts'
import { go, goWithNote } from '#app/http/answers.server.ts'
import { attempt } from '#app/http/attempt.server.ts'
import { limits } from '#app/http/limits.server.ts'
import { refuseAt, tooMany } from '#app/http/refusal.server.ts'
import { sendsMails } from '#app/http/sends-mails.server.ts'
import { wakeSender } from '#app/services/mail-runner.server.ts'
import { db } from '#db/connection.server.ts'
import { requestTestMail } from '#db/outbox.server.ts'

/** The desk shows what became of the mails. */
export async function loader({ request }: LoaderFunctionArgs) {
  await findVisitor(request)
  return go('/admin')
}

/** Sends a mail to the admin's own confirmed address, to nobody else. */
export async function action({ request }: ActionFunctionArgs) {
  const visitor = await findVisitor(request)
  if (!visitor) return go('/admin')
  if (!mayAdminister(visitor)) return refuseAt('/admin/mails', { errorType: 'ACCESS_DENIED' })
  const { managerId } = visitor
  const taken = limits.write.consume(String(managerId))
  if (!taken.ok) return refuseAt('/admin/mails', tooMany(taken))

  if (!sendsMails()) return goWithNote('/admin', 'test-mail-off')
  const asked = { managerId, testId: randomUUID(), now: Date.now() }
  const isQueued = await attempt(requestTestMail(db, asked))
  if (isQueued === null) return goWithNote('/admin', 'test-mail-not-saved')
  if (!isQueued) return goWithNote('/admin', 'test-mail-no-address')

  wakeSender()
  return goWithNote('/admin', 'test-mail-sent')
}

import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findVisitor, requireManager } from '#app/auth/guards.server.ts'
import { keepHeaders } from '#app/auth/headers.ts'
import { findOfferedAddress } from '#app/auth/offered-address.server.ts'
import { problem, sayWhen } from '#app/http/answers.server.ts'
import { parseForm } from '#app/http/form.server.ts'
import { limits } from '#app/http/limits.server.ts'
import { readQuery } from '#app/http/query.server.ts'
import { sendsMails } from '#app/http/sends-mails.server.ts'
import { instantPrinter } from '#app/http/zone.server.ts'
import { gameMeta } from '#app/ui/document-title.ts'
import { GameBoundary } from '#app/ui/game-boundary.tsx'
import { gameLinks } from '#app/ui/sheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/games.server.ts'
import {
  ask,
  askAgainFor,
  dismiss,
  forget,
  keepDraft,
  refuseHaste,
  remove,
  storeChoices,
} from './deeds.server.ts'
import { notificationsForm, notificationsQuery } from './form.server.ts'
import { loadNotifications } from './load.server.ts'
import { NotificationsPage } from './page.tsx'
import { sampleNotificationsView } from './sample.ts'

export const headers = keepHeaders

/** It needs no game: who waits for the next one asks here to be told. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { managerId } = await requireManager(request)

  const query = readQuery(request, notificationsQuery)
  if (!query.ok) return problem('BAD_REQUEST', 400)
  const contest = await findActiveContest(db)

  return loadNotifications(db, {
    managerId,
    contest,
    now: await clock(db),
    print: instantPrinter(request, contest?.timeZone ?? 'UTC'),
    isMailOn: sendsMails(),
    offered: await findOfferedAddress(db, request),
    query: query.value,
  })
}

export async function action({ request }: ActionFunctionArgs) {
  const visitor = await findVisitor(request)

  const form = await parseForm(request, notificationsForm)
  if (!form.ok) return problem('BAD_REQUEST', 400)
  if (!visitor) return keepDraft(form.value)
  const taken = limits.write.consume(String(visitor.managerId))
  if (!taken.ok) return sayWhen(refuseHaste(form.value), taken)

  const asked = { request, managerId: visitor.managerId, now: Date.now(), ...form.value }
  switch (asked.intent) {
    case 'ask':
      return ask(asked)
    case 'again':
      return askAgainFor(asked)
    case 'forget':
      return forget(asked)
    case 'choices':
      return storeChoices(asked)
    case 'remove':
      return remove(asked)
    case 'dismiss':
      return dismiss(asked)
  }
}

export const links = gameLinks

export const meta = gameMeta('Notifications')

export default function NotificationsRoute() {
  return <NotificationsPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}

export function ErrorBoundary() {
  return (
    <GameBoundary>
      <NotificationsPage view={sampleNotificationsView} />
    </GameBoundary>
  )
}

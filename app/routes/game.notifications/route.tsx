import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findVisitor, requireManager } from '#app/auth/guards.server.ts'
import { findProviderEmail } from '#app/auth/provider/provider-email.server.ts'
import { config } from '#app/config.server.ts'
import { createInstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import { requireForm } from '#app/http/forms/parse-form.server.ts'
import { requireQuery } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { withRetryAfter } from '#app/http/responses.server.ts'
import { findGame } from '#app/server/game-context.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { clock, db, systemNow } from '#db/connection.server.ts'
import { handlers, redirectWithDraft, refuseTooFast } from './actions.server.ts'
import { notificationsForm, notificationsQuery } from './form.server.ts'
import { loadNotifications } from './load.server.ts'
import { NotificationsPage } from './page.tsx'

export const headers = forwardHeaders

/** Needs no active game: managers also subscribe to news of the next season. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await requireManager({ request, context })

  const query = requireQuery(request, notificationsQuery)
  const game = await findGame(request, visitor)

  return loadNotifications(db, {
    managerId: visitor.managerId,
    game,
    now: game?.now ?? (await clock(db)),
    print: game?.print ?? createInstantFormatter(request, 'UTC'),
    isMailOn: config.mail !== undefined,
    providerEmail: await findProviderEmail(db, request),
    query,
  })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const form = await requireForm(request, notificationsForm)
  if (!visitor) return redirectWithDraft(form)
  const limit = await rateLimits.write.consume(db, String(visitor.managerId))
  if (!limit.ok) return withRetryAfter(refuseTooFast(form), limit)

  return handlers[form.intent]({ request, managerId: visitor.managerId, now: systemNow(), ...form })
}

export const links = gameStylesheetLinks

export const meta = gameMeta('Notifications')

export default function NotificationsRoute() {
  return <NotificationsPage view={useLoaderData<typeof loader>()} refused={useActionData<typeof action>()} />
}

export const ErrorBoundary = createGameBoundary({
  title: 'Notifications',
  lead: 'Never miss a game or a deadline.',
  cards: ['Your e-mail address', 'What we can write to you'],
})

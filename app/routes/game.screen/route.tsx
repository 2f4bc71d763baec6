import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { findVisitor, requireManager } from '#app/auth/guards.server.ts'
import { requireTeam } from '#app/http/errors/season-errors.server.ts'
import { requireForm } from '#app/http/forms/parse-form.server.ts'
import { requireQuery } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { orNotFound, seeOther, withRetryAfter } from '#app/http/responses.server.ts'
import { loadGame } from '#app/server/game-context.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { findLeagueOfTeam } from '#db/leagues/leagues.server.ts'
import { handleScreenForm, refuse, toPath } from './actions.server.ts'
import { screenForm, screenSettingsQuery } from './form.server.ts'
import { loadScreenSettings } from './load.server.ts'
import { ScreenSettingsPage } from './page.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await requireManager({ request, context })

  const { leagueId } = requireQuery(request, screenSettingsQuery)
  const game = requireTeam(await loadGame(request, visitor))
  const league = orNotFound(await findLeagueOfTeam(db, { leagueId, teamId: game.team.id }), 'NOT_FOUND')

  return loadScreenSettings(db, game, league)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const form = await requireForm(request, screenForm)
  if (!visitor) return seeOther(toPath(form))
  const limit = await rateLimits.write.consume(db, String(visitor.managerId))
  if (!limit.ok) return withRetryAfter(refuse('TOO_MANY_REQUESTS'), limit)

  return handleScreenForm(visitor, form)
}

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta = gameMeta('League Screen')

export default function ScreenSettingsRoute() {
  const errors = useActionData<typeof action>()?.errors
  return <ScreenSettingsPage view={useLoaderData<typeof loader>()} errors={errors} />
}

export const ErrorBoundary = createGameBoundary({
  title: 'League Screen',
  lead: 'The league’s table on a television.',
  cards: [null],
})

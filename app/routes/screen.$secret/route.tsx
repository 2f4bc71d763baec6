import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findVisitor } from '#app/auth/guards.server.ts'
import { readResultsChoice } from '#app/http/cookies/results-choice.server.ts'
import { requireQuery } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { secretPageHeaders } from '#app/http/secret-page-headers.ts'
import { findBySecret } from '#app/server/find-by-secret.server.ts'
import { loadGame } from '#app/server/game-context.server.ts'
import { findScreen } from '#app/services/leagues/league-screen.server.ts'
import { noIndexMeta } from '#app/ui/meta/document-title.ts'
import { screenStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { loadScreen } from './load.server.ts'
import { ScreenPage } from './page.tsx'
import { screenQuery } from './query.server.ts'

/**
 * The secret of the link is the permission: a session changes nothing but how wrong secrets are counted (D39), and what is
 * hidden (D38).
 */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const { every } = requireQuery(request, screenQuery)
  const find = () => findScreen(db, params.secret ?? '')
  const screen = orNotFound(await findBySecret({ db, context, visitor, find }), 'NOT_FOUND')
  const game = await loadGame(request, null, readResultsChoice(request, visitor))

  const view = orNotFound(await loadScreen(db, game, screen), 'NOT_FOUND')
  const headers = { ...secretPageHeaders, ...(every && { Refresh: every }) }
  return data({ ...view, every: every ?? null }, { headers })
}

export const headers = forwardHeaders

export const links = screenStylesheetLinks

export const meta = noIndexMeta('League table')

export default function ScreenRoute() {
  return <ScreenPage view={useLoaderData<typeof loader>()} />
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireManager } from '#app/auth/guards.server.ts'
import { readLastLeagueId } from '#app/http/cookies/league-cookies.server.ts'
import { requireClosedRound, requireTeam } from '#app/http/errors/season-errors.server.ts'
import { requireQuery } from '#app/http/forms/query.server.ts'
import { throwErrorResponse } from '#app/http/responses.server.ts'
import { loadGame, requireTeamOfQuery } from '#app/server/game-context.server.ts'
import { findSharedTable } from '#app/server/league-link.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { loadComparison } from './load.server.ts'
import { ComparePage } from './page.tsx'
import { compareQuery } from './query.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await requireManager({ request, context })

  const query = requireQuery(request, compareQuery)
  const game = requireTeam(await loadGame(request, visitor))
  const rival = await requireTeamOfQuery(game, query.team)
  if (rival.id === game.team.id) return throwErrorResponse('NOT_FOUND')
  const pageHref = `/game/compare?team=${rival.id}`
  const chosen = requireClosedRound(game, { roundParam: query.round, pageHref })

  const shared = await findSharedTable(db, game, rival.id, readLastLeagueId(request))
  return loadComparison(db, { ...game, rival, shared, round: query.round === null ? null : chosen })
}

export const links = gameStylesheetLinks

export const meta = gameMeta('Compare')

export default function CompareRoute() {
  return <ComparePage view={useLoaderData<typeof loader>()} />
}

export const ErrorBoundary = createGameBoundary({ title: 'Compare', cards: ['The difference'] })

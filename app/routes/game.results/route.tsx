import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireManager } from '#app/auth/guards.server.ts'
import { readLastLeagueId } from '#app/http/cookies/league-cookies.server.ts'
import { requireClosedRound, requireTeam } from '#app/http/errors/season-errors.server.ts'
import { readSearchParams } from '#app/http/forms/query.server.ts'
import { loadGame, requireTeamOfQuery } from '#app/server/game-context.server.ts'
import { findSharedTable, toLeagueLink } from '#app/server/league-link.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { createClientLoader, useLastGoodData } from '#app/ui/feedback/fetch-error.ts'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { loadResults } from './load.server.ts'
import { ResultsPage } from './page.tsx'

export const handle = { hydrates: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await requireManager({ request, context })

  const query = readSearchParams(request)
  const teamId = query.get('teamId')
  const game = await loadGame(request, visitor)
  const team = teamId === null ? requireTeam(game).team : await requireTeamOfQuery(game, teamId)
  const round = requireClosedRound(game, { roundParam: query.get('round'), pageHref: toPageUrl(teamId) })

  const isOwn = team.id === game.team?.id
  const shared = isOwn ? null : await findSharedTable(db, game, team.id, readLastLeagueId(request))
  const league = shared && toLeagueLink(shared, team.id)
  const view = await loadResults(db, { ...game, team, isOwn, round })
  return { ...view, league, canCompare: !isOwn && game.team !== undefined }
}

function toPageUrl(teamId: string | null): string {
  return teamId === null ? '/game/results' : `/game/results?teamId=${teamId}`
}

export const clientLoader = createClientLoader<typeof loader>()

export const links = gameStylesheetLinks

export const meta = gameMeta('Team Results')

export default function ResultsRoute() {
  return <ResultsPage {...useLastGoodData(useLoaderData<typeof clientLoader>())} />
}

export const ErrorBoundary = createGameBoundary({
  title: 'Team Results',
  cards: ['Round Summary', 'Overall Result'],
})

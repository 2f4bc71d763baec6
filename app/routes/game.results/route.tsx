import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireManager } from '#app/auth/guards.server.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { findLastRound, isOpen } from '#app/game/season/round.ts'
import { readLastLeagueId } from '#app/http/cookies/league-cookies.server.ts'
import { requireTeam } from '#app/http/errors/season-errors.server.ts'
import { readSearchParams } from '#app/http/forms/query.server.ts'
import { orNotFound, seeOtherWithFlash, throwErrorResponse } from '#app/http/responses.server.ts'
import { loadGame } from '#app/server/game-context.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { createClientLoader, useLastGoodData } from '#app/ui/feedback/fetch-error.ts'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { findTeam } from '#db/teams/teams.server.ts'
import { findLeagueLink } from './league-link.server.ts'
import { loadResults } from './load.server.ts'
import { ResultsPage } from './page.tsx'
import { sampleResultsView } from './sample.ts'

export const handle = { hydrates: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await requireManager({ request, context })

  const query = readSearchParams(request)
  const teamId = query.get('teamId')
  const game = await loadGame(request, visitor)
  const { contest, now } = game
  const team = teamId === null ? requireTeam(game).team : await findOtherTeam(contest.id, teamId)
  const last = orNotFound(findLastRound(contest.rounds, now), 'MOST_RECENT_ROUND_MISSING')

  const round = query.has('round') ? findRound(contest, query.get('round')) : last
  if (isOpen(round, now))
    throw seeOtherWithFlash(toPageUrl(teamId), {
      code: 'round-not-started',
      params: { round: round.title },
    })

  const isOwn = team.id === game.team?.id
  const league = isOwn ? null : await findLeagueLink(db, game, team.id, readLastLeagueId(request))
  return { ...(await loadResults(db, { ...game, team, isOwn, round })), league }
}

/** Any team of this season by the id in the query; ends with 404 for anything else. */
async function findOtherTeam(gameId: number, teamId: string) {
  if (!/^[1-9]\d{0,14}$/.test(teamId)) return throwErrorResponse('NOT_FOUND')
  return orNotFound(await findTeam(db, { gameId, teamId: Number(teamId) }), 'NOT_FOUND')
}

function findRound(contest: Contest, roundParam: string | null): Round {
  return orNotFound(
    contest.rounds.find((round) => String(round.roundNumber) === roundParam),
    'ROUND_MISSING',
  )
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

export const ErrorBoundary = createGameBoundary(<ResultsPage view={sampleResultsView} />)

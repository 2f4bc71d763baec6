import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react'
import { requireManager } from '#app/auth/guards.server.ts'
import type { Contest, Round } from '#app/game/contest.ts'
import { findLastRound, isOpen } from '#app/game/round.ts'
import { goWithNote, orNotFound, problem } from '#app/http/answers.server.ts'
import { queryOf } from '#app/http/query.server.ts'
import { orNoTeam } from '#app/http/season.server.ts'
import { instantPrinter } from '#app/http/zone.server.ts'
import { findActiveSeason } from '#app/scoreboards.server.ts'
import { gameMeta } from '#app/ui/document-title.ts'
import { GameBoundary } from '#app/ui/game-boundary.tsx'
import { askServer, useKept } from '#app/ui/lost-answer.ts'
import { gameLinks } from '#app/ui/sheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { findTeam, findTeamOfManager } from '#db/teams.server.ts'
import { loadResults } from './load.server.ts'
import { ResultsPage } from './page.tsx'
import { sampleResultsView } from './sample.ts'

export const handle = { hydrates: true }

export async function loader({ request }: LoaderFunctionArgs) {
  const visitor = await requireManager(request)

  const query = queryOf(request)
  const { contest, results } = orNotFound(await findActiveSeason(), 'ACTIVE_GAME_MISSING')
  const own = await findTeamOfManager(db, { gameId: contest.id, managerId: visitor.managerId })
  const teamId = query.get('teamId')
  const now = await clock(db)
  const team = teamId === null ? orNoTeam(own, contest, now) : await findOther(contest.id, teamId)
  const last = orNotFound(findLastRound(contest.rounds, now), 'MOST_RECENT_ROUND_MISSING')

  const round = query.has('round') ? findRound(contest, query.get('round')) : last
  if (isOpen(round, now))
    throw goWithNote(pageOf(teamId), { code: 'round-not-started', params: { round: round.title } })

  const print = instantPrinter(request, contest.timeZone)
  return loadResults(db, { contest, results, team, isOwn: team.id === own?.id, round, now, print })
}

/** Any team of this season by the id of a link; anything else is a page that is not there. */
async function findOther(gameId: number, teamId: string) {
  if (!/^[1-9]\d{0,14}$/.test(teamId)) return problem('TEAM_NOT_FOUND', 404)
  return orNotFound(await findTeam(db, { gameId, teamId: Number(teamId) }), 'TEAM_NOT_FOUND')
}

function findRound(contest: Contest, wanted: string | null): Round {
  return orNotFound(
    contest.rounds.find((round) => String(round.roundNumber) === wanted),
    'ROUND_MISSING',
  )
}

function pageOf(teamId: string | null): string {
  return teamId === null ? '/game/results' : `/game/results?teamId=${teamId}`
}

/** With script: a page that gets lost on the way becomes a toast, and what is shown stays (D17). */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return askServer(() => serverLoader<typeof loader>())
}

export const links = gameLinks

export const meta = gameMeta('Team Results')

export default function ResultsRoute() {
  return <ResultsPage {...useKept(useLoaderData<typeof clientLoader>())} />
}

export function ErrorBoundary() {
  return (
    <GameBoundary>
      <ResultsPage view={sampleResultsView} />
    </GameBoundary>
  )
}

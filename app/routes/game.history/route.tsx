import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireManager } from '#app/auth/guards.server.ts'
import { createInstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import { requireTeam } from '#app/http/errors/season-errors.server.ts'
import { readQuery, wholeNumber } from '#app/http/forms/query.server.ts'
import { orNotFound, throwErrorResponse } from '#app/http/responses.server.ts'
import { GameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/bundles/stylesheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'
import { loadHistory } from './load.server.ts'
import { HistoryPage } from './page.tsx'
import { sampleHistoryView } from './sample.ts'

/** Pages begin after a receipt's id, so that a save made meanwhile shifts nothing. */
const historyQuery = z.object({ before: wholeNumber(1, 999_999_999_999_999).optional() })

export async function loader({ request }: LoaderFunctionArgs) {
  const visitor = await requireManager(request)

  const query = readQuery(request, historyQuery)
  if (!query.ok) return throwErrorResponse('BAD_REQUEST', 400)
  const contest = orNotFound(await findActiveContest(db), 'ACTIVE_GAME_MISSING')
  const teamKey = { gameId: contest.id, managerId: visitor.managerId }
  const now = await clock(db)
  const team = requireTeam(await findTeamOfManager(db, teamKey), contest, now)

  return loadHistory(db, {
    contest,
    team,
    managerId: visitor.managerId,
    before: query.value.before,
    now,
    print: createInstantFormatter(request, contest.timeZone),
  })
}

export const links = gameStylesheetLinks

export const meta = gameMeta('Your saves')

export default function HistoryRoute() {
  return <HistoryPage view={useLoaderData<typeof loader>()} />
}

export function ErrorBoundary() {
  return (
    <GameBoundary>
      <HistoryPage view={sampleHistoryView} />
    </GameBoundary>
  )
}

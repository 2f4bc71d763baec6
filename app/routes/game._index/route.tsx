import type { LoaderFunctionArgs } from '@remix-run/node'
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireManager } from '#app/auth/guards.server.ts'
import { createInstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import { readQuery, wholeNumber } from '#app/http/forms/query.server.ts'
import { orNotFound } from '#app/http/responses.server.ts'
import { findActiveSeason } from '#app/server/active-season.server.ts'
import { GameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { callServer, useLastGoodData } from '#app/ui/feedback/fetch-error.ts'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/bundles/stylesheets.ts'
import { clock, db } from '#db/connection.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'
import { loadDashboard } from './load.server.ts'
import { DashboardPage } from './page.tsx'
import { sampleDashboardView } from './sample.ts'

export const handle = { hydrates: true }

/** An invalid page shows the first one: the table is not the main content of the dashboard. */
const dashboardQuery = z.object({
  page: wholeNumber(1, 10).catch(1),
  dialog: z.literal('rules').optional().catch(undefined),
})

export async function loader({ request }: LoaderFunctionArgs) {
  const visitor = await requireManager(request)

  const query = readQuery(request, dashboardQuery)
  const { contest, results } = orNotFound(await findActiveSeason(), 'ACTIVE_GAME_MISSING')
  const team = await findTeamOfManager(db, { gameId: contest.id, managerId: visitor.managerId })

  return loadDashboard(db, {
    managerId: visitor.managerId,
    contest,
    results,
    team,
    now: await clock(db),
    print: createInstantFormatter(request, contest.timeZone),
    page: query.ok ? query.value.page : 1,
    isRulesOpen: query.ok && query.value.dialog === 'rules',
  })
}

/** With script: a failed load becomes a toast, and the shown page stays (D17). */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return callServer(() => serverLoader<typeof loader>())
}

export const links = gameStylesheetLinks

export const meta = gameMeta('Game Dashboard')

export default function DashboardRoute() {
  return <DashboardPage {...useLastGoodData(useLoaderData<typeof clientLoader>())} />
}

export function ErrorBoundary() {
  return (
    <GameBoundary>
      <DashboardPage view={sampleDashboardView} />
    </GameBoundary>
  )
}

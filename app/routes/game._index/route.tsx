import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireManager } from '#app/auth/guards.server.ts'
import { readQuery, wholeNumber } from '#app/http/forms/query.server.ts'
import { loadGame } from '#app/server/game-context.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { createClientLoader, useLastGoodData } from '#app/ui/feedback/fetch-error.ts'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { loadDashboard } from './load.server.ts'
import { DashboardPage } from './page.tsx'

export const handle = { hydrates: true }

/** An invalid page shows the first one: the table is not the main content of the dashboard. */
const dashboardQuery = z.object({
  page: wholeNumber(1, 10).catch(1),
  dialog: z.literal('rules').optional().catch(undefined),
})

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await requireManager({ request, context })

  const query = readQuery(request, dashboardQuery)
  const game = await loadGame(request, visitor)

  return loadDashboard(db, game, {
    page: query.ok ? query.value.page : 1,
    isRulesOpen: query.ok && query.value.dialog === 'rules',
  })
}

export const clientLoader = createClientLoader<typeof loader>()

export const links = gameStylesheetLinks

export const meta = gameMeta('Game Dashboard')

export default function DashboardRoute() {
  return <DashboardPage {...useLastGoodData(useLoaderData<typeof clientLoader>())} />
}

export const ErrorBoundary = createGameBoundary({
  title: 'Game Dashboard',
  cards: ['Your line-up', 'Global Top 100', 'My leagues'],
})

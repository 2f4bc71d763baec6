import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireManager } from '#app/auth/guards.server.ts'
import { requireLiveRound } from '#app/http/errors/season-errors.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { loadGame } from '#app/server/game-context.server.ts'
import { buildEvening } from '#app/server/live/evening.server.ts'
import { loadLive } from '#app/server/live/live-view.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { LivePage } from './page.tsx'
import { requireLiveQuery } from './query.server.ts'
import { useLiveAnswers } from './use-live-answers.ts'

export const handle = { hydrates: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await requireManager({ request, context })

  const { every, dialog } = requireLiveQuery(request)
  const game = await loadGame(request, visitor)
  const round = requireLiveRound(game)

  const view = await loadLive(db, { ...game, evening: await buildEvening({ ...game, round }) })
  return data({ ...view, every: every ?? null }, { headers: every && !dialog ? { Refresh: every } : {} })
}

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta = gameMeta('Live')

export default function LiveRoute() {
  const { view, asking } = useLiveAnswers(useLoaderData<typeof loader>())
  return <LivePage view={view} asking={asking} />
}

export const ErrorBoundary = createGameBoundary({ title: 'Live', cards: ['My six', 'My leagues'] })

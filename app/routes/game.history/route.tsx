import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { requireManager } from '#app/auth/guards.server.ts'
import { limitId } from '#app/game/limit-id.ts'
import { requireTeam } from '#app/http/errors/season-errors.server.ts'
import { requireQuery, wholeNumber } from '#app/http/forms/query.server.ts'
import { loadGame } from '#app/server/game-context.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { loadHistory } from './load.server.ts'
import { HistoryPage } from './page.tsx'

/** Pages begin after a receipt's id, so that a save made meanwhile shifts nothing. */
const historyQuery = z.object({ before: wholeNumber(1, 999_999_999_999_999).transform(limitId).optional() })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await requireManager({ request, context })

  const { before } = requireQuery(request, historyQuery)
  const game = requireTeam(await loadGame(request, visitor))

  return loadHistory(db, game, before)
}

export const links = gameStylesheetLinks

export const meta = gameMeta('Your saves')

export default function HistoryRoute() {
  return <HistoryPage view={useLoaderData<typeof loader>()} />
}

export const ErrorBoundary = createGameBoundary({ title: 'Your saves', cards: ['Newest first'] })

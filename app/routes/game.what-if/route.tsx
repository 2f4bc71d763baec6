import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireManager } from '#app/auth/guards.server.ts'
import { requireLiveRound } from '#app/http/errors/season-errors.server.ts'
import { requireQuery } from '#app/http/forms/query.server.ts'
import { forwardHeaders } from '#app/http/forward-headers.ts'
import { loadGame } from '#app/server/game-context.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { loadWhatIf } from './load.server.ts'
import { WhatIfPage } from './page.tsx'
import { whatIfQuery } from './query.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await requireManager({ request, context })

  const query = requireQuery(request, whatIfQuery)
  const game = await loadGame(request, visitor)
  const round = requireLiveRound(game)

  const { view, status } = await loadWhatIf(db, { ...game, round, query })
  return data(view, { status, headers: view.refusal ? { 'Retry-After': '2' } : {} })
}

export const headers = forwardHeaders

export const links = gameStylesheetLinks

export const meta = gameMeta('What if')

export default function WhatIfRoute() {
  return <WhatIfPage view={useLoaderData<typeof loader>()} />
}

export const ErrorBoundary = createGameBoundary({
  title: 'What if …',
  cards: ['Other points', 'Then you have'],
})

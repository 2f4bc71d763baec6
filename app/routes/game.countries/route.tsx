import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireManager } from '#app/auth/guards.server.ts'
import { requireClosedRound } from '#app/http/errors/season-errors.server.ts'
import { requireQuery } from '#app/http/forms/query.server.ts'
import { loadGame } from '#app/server/game-context.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { loadCountries } from './load.server.ts'
import { CountriesPage } from './page.tsx'
import { countriesQuery } from './query.server.ts'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await requireManager({ request, context })

  const { round: roundParam, sort } = requireQuery(request, countriesQuery)
  const game = await loadGame(request, visitor)
  const round = requireClosedRound(game, { roundParam, pageHref: '/game/countries' })

  return loadCountries({ ...game, round, sort })
}

export const links = gameStylesheetLinks

export const meta = gameMeta('Who holds whom')

export default function CountriesRoute() {
  return <CountriesPage view={useLoaderData<typeof loader>()} />
}

export const ErrorBoundary = createGameBoundary({
  title: 'Who holds whom',
  countries: 'Countries',
  cards: [],
})

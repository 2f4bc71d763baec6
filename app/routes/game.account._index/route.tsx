import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireManager } from '#app/auth/guards.server.ts'
import { createInstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import { seeOther } from '#app/http/responses.server.ts'
import { findGame } from '#app/server/game-context.server.ts'
import { createGameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { gameMeta } from '#app/ui/meta/document-title.ts'
import { gameStylesheetLinks } from '#app/ui/styles/stylesheets.ts'
import { db } from '#db/connection.server.ts'
import { loadAccount } from './load.server.ts'
import { AccountPage } from './page.tsx'

/** Needs no active game: every signed-in manager may read and delete their data. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await requireManager({ request, context })

  const game = await findGame(request, visitor)
  const print = game?.print ?? createInstantFormatter(request, 'UTC')
  const view = await loadAccount(db, { visitor, lamps: game?.lamps ?? [], print })

  // The account was deleted since the check: the next request has no session.
  if (!view) throw seeOther('/game/account')
  return view
}

export const links = gameStylesheetLinks

export const meta = gameMeta('Your Account')

export default function AccountRoute() {
  return <AccountPage view={useLoaderData<typeof loader>()} />
}

export const ErrorBoundary = createGameBoundary({
  title: 'Your account',
  lead: 'What Douze knows about you. Download it or delete it.',
  cards: ['What is stored', 'Download your data'],
})

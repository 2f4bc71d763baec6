import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { GameBoundary } from '#app/ui/errors/game-boundary.tsx'
import type { InviteHint } from './invite.server.ts'
import { describeInvite } from './invite-page.tsx'
import { LeaguesPage } from './page.tsx'
import { sampleLeaguesView } from './sample.ts'

/** The sign-in card shows the league of a valid invite and its member count (D11). */
export function LeaguesBoundary() {
  const error = useRouteError()
  const hint: InviteHint | null | undefined = isRouteErrorResponse(error) ? error.data?.invite : null
  const extra = hint && (
    <p className="wrap-anywhere">
      <b className="block text-lg">You are invited to {hint.leagueName}</b>
      {describeInvite(hint)}
    </p>
  )
  return (
    <GameBoundary extra={extra}>
      <LeaguesPage view={sampleLeaguesView} />
    </GameBoundary>
  )
}

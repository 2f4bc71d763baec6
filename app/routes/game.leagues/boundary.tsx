import { isRouteErrorResponse, useActionData, useRouteError } from '@remix-run/react'
import type { LeagueProblem } from '#app/game/league.ts'
import { GameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { getLeagueErrorMessage } from '#app/ui/messages/league-messages.ts'
import type { InviteHint } from './invite.server.ts'
import { LeaguesPage } from './page.tsx'
import { sampleLeaguesView } from './sample.ts'

/** The sign-in card shows the league of a valid invite and its member count (D11). */
export function LeaguesBoundary() {
  const refused = useActionData<{ problem: LeagueProblem; intent: string }>()
  const error = useRouteError()
  const hint: InviteHint | null | undefined = isRouteErrorResponse(error) ? error.data?.invite : null
  const extra = hint && (
    <p>
      You are invited to <b>{hint.leagueName}</b>:{' '}
      {hint.memberCount === 1 ? 'one team plays' : `${hint.memberCount} teams play`} in it until the{' '}
      {hint.until.roundTitle}, <time dateTime={hint.until.iso}>{hint.until.text}</time>.
    </p>
  )
  return (
    <GameBoundary
      extra={extra}
      errors={refused ? [getLeagueErrorMessage(refused.problem, refused.intent)] : []}
    >
      <LeaguesPage view={sampleLeaguesView} />
    </GameBoundary>
  )
}

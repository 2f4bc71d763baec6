import { isRouteErrorResponse, useActionData, useRouteError } from '@remix-run/react'
import { GameBoundary } from '#app/ui/game-boundary.tsx'
import { leagueWords } from '#app/ui/league-text.ts'
import { LeaguesPage } from './page.tsx'
import { sampleLeaguesView } from './sample.ts'
import type { RefusedLeague } from './view.ts'

/** The sign-in card names the league of a valid invite, and how many play in it (D11). */
export function LeaguesBoundary() {
  const refused = useActionData<RefusedLeague>()
  const hint = readHint(useRouteError())
  const extra = hint && (
    <p>
      You are invited to <b>{hint.leagueName}</b>:{' '}
      {hint.memberCount === 1 ? 'one team plays' : `${hint.memberCount} teams play`} in it until {hint.until}.
    </p>
  )
  return (
    <GameBoundary extra={extra} refused={refused ? [leagueWords(refused.problem, refused.intent)] : []}>
      <LeaguesPage view={sampleLeaguesView} />
    </GameBoundary>
  )
}

function readHint(error: unknown) {
  if (!isRouteErrorResponse(error)) return null
  const invite: unknown = error.data?.invite
  if (typeof invite !== 'object' || invite === null) return null
  if (!('leagueName' in invite && 'memberCount' in invite && 'until' in invite)) return null
  return {
    leagueName: String(invite.leagueName),
    memberCount: Number(invite.memberCount),
    until: String(invite.until),
  }
}

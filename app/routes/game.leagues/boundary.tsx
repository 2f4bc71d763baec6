import { isRouteErrorResponse, useActionData, useRouteError } from '@remix-run/react'
import { GameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { getLeagueErrorMessage } from '#app/ui/messages/league-messages.ts'
import { LeaguesPage } from './page.tsx'
import { sampleLeaguesView } from './sample.ts'
import type { RefusedLeague } from './view.ts'

/** The sign-in card shows the league of a valid invite and its member count (D11). */
export function LeaguesBoundary() {
  const refused = useActionData<RefusedLeague>()
  const hint = readHint(useRouteError())
  const extra = hint && (
    <p>
      You are invited to <b>{hint.leagueName}</b>:{' '}
      {hint.memberCount === 1 ? 'one team plays' : `${hint.memberCount} teams play`} in it until the{' '}
      {hint.roundTitle}, <time dateTime={hint.iso}>{hint.text}</time>.
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

function readHint(error: unknown) {
  if (!isRouteErrorResponse(error)) return null
  const invite: unknown = error.data?.invite
  if (typeof invite !== 'object' || invite === null) return null
  if (!('leagueName' in invite && 'memberCount' in invite && 'until' in invite)) return null
  const { until } = invite
  if (typeof until !== 'object' || until === null) return null
  if (!('roundTitle' in until && 'text' in until && 'iso' in until)) return null
  return {
    leagueName: String(invite.leagueName),
    memberCount: Number(invite.memberCount),
    roundTitle: String(until.roundTitle),
    text: String(until.text),
    iso: String(until.iso),
  }
}

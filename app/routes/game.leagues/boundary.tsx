import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { Sentence } from '#app/ui/data/sentence.tsx'
import { GameBoundary } from '#app/ui/errors/game-boundary.tsx'
import { describeInvite, type InviteHint, invalidInvite } from '#app/ui/messages/invites.ts'

/** The sign-in card shows the league of a valid invite and its member count, and tells a link that does not work (D11). */
export function LeaguesBoundary() {
  const error = useRouteError()
  const hint: InviteHint | null | undefined = isRouteErrorResponse(error) ? error.data?.invite : undefined
  const extra = hint ? (
    <p className="wrap-anywhere">
      <b className="block text-lg">
        You are invited to <bdi translate="no">{hint.leagueName}</bdi>
      </b>
      <Sentence>{describeInvite(hint)}</Sentence>
    </p>
  ) : (
    hint === null && <p>{invalidInvite}</p>
  )
  return <GameBoundary extra={extra} outline={outline} />
}

const outline = {
  title: 'My Leagues',
  lead: 'Play against people you know.',
  cards: [null, 'Rounds'],
} as const

import type { LoaderFunctionArgs } from '@remix-run/node'
import { findVisitor } from '#app/auth/guards.server.ts'
import { findLiveRound } from '#app/game/season/round.ts'
import { respond } from '#app/http/responses.server.ts'
import { findGame } from '#app/server/game-context.server.ts'
import { buildEvening } from '#app/server/live/evening.server.ts'
import { readLiveVersions, toLiveEtag } from '#app/server/live/live-etag.server.ts'
import { loadLive } from '#app/server/live/live-view.server.ts'
import { signedOut } from '#app/server/live/send-live-answer.server.ts'
import { db } from '#db/connection.server.ts'

/**
 * What the live page shows now, for its script; without a round on the air, where the page leads on, only that it has ended.
 * Most questions are answered before they come here (live-answer.server.ts).
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const visitor = await findVisitor({ request, context }, { isUse: false })
  if (!visitor) return json(signedOut, { status: 401 })

  const versions = await readLiveVersions()
  const game = await findGame(request, visitor)
  const round = game && findLiveRound(game.contest.rounds, game.now)
  if (!game || !round) return json({ ended: 'show' })

  const evening = await buildEvening({ ...game, round })
  return json(await loadLive(db, { ...game, evening }), {
    headers: { ETag: toLiveEtag(visitor, versions, round.roundNumber) },
  })
}

function json(answer: unknown, { status = 200, headers = {} } = {}) {
  return respond(JSON.stringify(answer), {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'private, no-cache',
      Vary: 'Cookie',
      ...headers,
    },
  })
}

import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { findSendingPage } from '#app/auth/sign-in/redirect-target.ts'
import { config } from '#app/config.server.ts'
import { moveDemoClock } from '#app/demo/move-clock.server.ts'
import { respondWithError } from '#app/http/errors/error-response.server.ts'
import { boundedText } from '#app/http/forms/fields.server.ts'
import { parseForm } from '#app/http/forms/parse-form.server.ts'
import { respond, seeOther } from '#app/http/responses.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { wakeSender } from '#app/services/mail/sender.server.ts'
import { db } from '#db/connection.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'

const clockForm = z.object({
  now: boundedText(40)
    .pipe(z.iso.datetime({ offset: true }))
    .transform((instant) => Date.parse(instant)),
})

/** This route has no GET. */
export function loader() {
  return notFound()
}

/** Sets the demo's game time (F3). The next page shows the ranking of that time. */
export async function action({ request }: ActionFunctionArgs) {
  if (!config.isDemo) return notFound()

  const form = await parseForm(request, clockForm)
  if (!form.ok) {
    const headers = { 'Content-Type': 'text/plain; charset=utf-8' }
    return respond("Set 'now' to an instant such as 2025-05-14T12:00:00Z.\n", { status: 400, headers })
  }

  await moveDemoClock(db, form.value.now)
  wakeSender()
  const game = await findActiveGame(db)
  if (game) await scoreboards.follow(game)

  return seeOther(findSendingPage(request, config.origin))
}

function notFound(): Response {
  return respondWithError('/demo/clock', { errorType: 'NOT_FOUND' })
}

import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { findSendingPage } from '#app/auth/sign-in/redirect-target.ts'
import { config } from '#app/config.server.ts'
import { playNextStep } from '#app/demo/rehearse.server.ts'
import { respondWithError } from '#app/http/errors/error-response.server.ts'
import { requireForm } from '#app/http/forms/parse-form.server.ts'
import { seeOther, seeOtherWithFlash } from '#app/http/responses.server.ts'
import { scoreboards } from '#app/server/active-season.server.ts'
import { wakeSender } from '#app/services/mail/sender.server.ts'
import { clock, db } from '#db/connection.server.ts'

const rehearsalForm = z.object({ step: z.literal('next') })

/** This route has no GET. */
export function loader() {
  return notFound()
}

/** Plays the next step of a show in the demo (F8): each press is one step. */
export async function action({ request }: ActionFunctionArgs) {
  if (!config.isDemo) return notFound()

  await requireForm(request, rehearsalForm)
  const isPlayed = await playNextStep(db, { scoreboards, clock })
  wakeSender()

  const target = findSendingPage(request, config.origin)
  return isPlayed ? seeOther(target) : seeOtherWithFlash(target, 'rehearsal-over')
}

function notFound(): Response {
  return respondWithError('/demo/rehearsal', { errorType: 'NOT_FOUND' })
}

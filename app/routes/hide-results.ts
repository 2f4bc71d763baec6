import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { findVisitor } from '#app/auth/guards.server.ts'
import type { Visitor } from '#app/auth/permissions.ts'
import { findSendingPage } from '#app/auth/sign-in/redirect-target.ts'
import { config } from '#app/config.server.ts'
import { hidesAll, type ResultsChoice, revealRound, showsAll } from '#app/game/results-choice.ts'
import { REDIRECT_TARGET_LIMIT } from '#app/game/text/normalize-text.ts'
import { readResultsChoice, serializeResultsCookie } from '#app/http/cookies/results-choice.server.ts'
import {
  createRateLimitResponse,
  respondWithError,
  respondWithThrown,
} from '#app/http/errors/error-response.server.ts'
import { boundedText } from '#app/http/forms/fields.server.ts'
import { parseForm } from '#app/http/forms/parse-form.server.ts'
import { wholeNumber } from '#app/http/forms/query.server.ts'
import { seeOther } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { findActiveSeason } from '#app/server/active-season.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
import { updateResultsChoice, updateRevealedRound } from '#db/accounts/results-choices.server.ts'
import { db } from '#db/connection.server.ts'

const path = '/hide-results'

const returnTo = boundedText(REDIRECT_TARGET_LIMIT).default('/game')

/** Hides results, shows them all, or reveals the round whose card has the button. */
const resultsForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['hide', 'show']), returnTo }),
  z.object({
    intent: z.literal('reveal'),
    year: wholeNumber(1956, 9999),
    round: wholeNumber(1, 9),
    returnTo,
  }),
])

type ResultsForm = z.output<typeof resultsForm>

/** This route has no GET: opening a page reveals nothing (D38). */
export function loader() {
  return respondWithError(path, { errorType: 'METHOD_NOT_ALLOWED', headers: { Allow: 'POST' } })
}

/**
 * Changes the visitor's choice about results (D38), and leads back to the page: in the account of a manager, and in this
 * browser, which thus hides them after signing out, too. Works without a session.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = await findVisitor({ request, context })

  const form = await parseForm(request, resultsForm).catch((thrown) => respondWithThrown(path, thrown))
  if (form instanceof Response) return form
  if (!form.ok) return respondWithError(path, { errorType: 'BAD_REQUEST' })
  const limit = visitor
    ? await rateLimits.write.consume(db, String(visitor.managerId))
    : ({ ok: true } as const)
  if (!limit.ok) return respondWithError(path, createRateLimitResponse(limit))

  const before = readResultsChoice(request, visitor)
  const choice = await decideChoice(form.value, before)
  if (visitor && choice !== before && (await tryWrite(store(visitor, choice))) === null)
    return respondWithError(path, {
      errorType: 'SERVICE_UNAVAILABLE',
      message: 'Nothing was changed: the database cannot be written at the moment. Please try again later.',
      headers: { 'Retry-After': '5' },
    })

  return seeOther(findReturnPath(request, form.value), { 'Set-Cookie': serializeResultsCookie(choice) })
}

/** Only the first hidden round can be revealed: a form sent twice, or of an old page, changes nothing more. */
async function decideChoice(form: ResultsForm, before: ResultsChoice): Promise<ResultsChoice> {
  if (form.intent !== 'reveal') return form.intent === 'hide' ? hidesAll : showsAll
  const hidden = (await findActiveSeason(before))?.hidden
  const isShown = hidden?.year === form.year && hidden.roundNumber === form.round
  return hidden && isShown ? revealRound(before, hidden) : before
}

/** Two presses at once reveal no fewer rounds than one of them. */
async function store({ managerId }: Visitor, choice: ResultsChoice): Promise<true> {
  if (choice.kind === 'hide' && choice.roundNumber > 0)
    await updateRevealedRound(db, { managerId, year: choice.year, roundNumber: choice.roundNumber })
  else if (choice.kind !== 'none') await updateResultsChoice(db, managerId, choice.kind)
  return true
}

function findReturnPath(request: Request, { returnTo }: ResultsForm): string {
  const target = findSendingPage(request, config.origin, returnTo)
  return new URL(target, config.origin).pathname === path ? '/game' : target
}

import type { ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { safeRedirectTarget } from '#app/auth/sign-in/redirect-target.ts'
import { applyConsentChoice, type ConsentChoice } from '#app/game/consent.ts'
import { REDIRECT_TARGET_LIMIT } from '#app/game/text/normalize-text.ts'
import { readConsent, serializeConsentCookie } from '#app/http/cookies/consent.server.ts'
import { respondWithError, respondWithThrown } from '#app/http/errors/error-response.server.ts'
import { boundedText } from '#app/http/forms/fields.server.ts'
import { parseForm } from '#app/http/forms/parse-form.server.ts'
import { seeOther } from '#app/http/responses.server.ts'
import { getHrefWithoutPreferences } from '#app/ui/consent/cookie-preferences.ts'

const consentForm = z.object({
  choice: z.enum(['accept-all', 'necessary-only', 'save']),
  socials: z.literal('on').optional(),
  returnTo: boundedText(REDIRECT_TARGET_LIMIT).default('/'),
})

/** This route has no GET. */
export function loader() {
  return respondWithError('/consent', { errorType: 'METHOD_NOT_ALLOWED', headers: { Allow: 'POST' } })
}

/** Stores a visitor's cookie consent and redirects back to the page (D30). Works without a session. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await parseForm(request, consentForm).catch((thrown) => respondWithThrown('/consent', thrown))
  if (form instanceof Response) return form
  if (!form.ok) return respondWithError('/consent', { errorType: 'BAD_REQUEST' })
  const { choice: kind, socials, returnTo } = form.value
  const choice: ConsentChoice =
    kind === 'save' ? { kind, chosen: { socials: socials !== undefined } } : { kind }

  const consent = applyConsentChoice(readConsent(request), choice)

  return seeOther(getHrefWithoutPreferences(safeRedirectTarget(returnTo)), {
    'Set-Cookie': serializeConsentCookie(consent),
  })
}

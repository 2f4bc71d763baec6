import type { z } from 'zod'
import { safeRedirectTarget } from '#app/auth/sign-in/redirect-target.ts'
import { MAIL_ADDRESS_TYPED_LIMIT, parseMailAddress, toMailbox } from '#app/game/notification/mail-address.ts'
import type { NotificationChoices } from '#app/game/notification/notification.ts'
import { findExplicitTimeZone } from '#app/http/cookies/time-zone.server.ts'
import { isMailEnabled } from '#app/http/mail-enabled.server.ts'
import { invalid, seeOther, seeOtherWithFlash, withRetryAfter } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { type RateLimitResult, rateLimits } from '#app/server/rate-limit.server.ts'
import {
  removeMailAddresses,
  requestConfirmation,
  resendConfirmation,
  saveMailChoices,
} from '#app/services/mail/addresses.server.ts'
import { wakeSender } from '#app/services/mail/sender.server.ts'
import { dismissNotice } from '#app/services/notices/notices.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findMailAddresses } from '#db/mail/mail-addresses.server.ts'
import type { notificationsForm } from './form.server.ts'
import type { NotificationsProblem, RefusedNotifications } from './view.ts'

const pageUrl = '/game/notifications'

type NotificationsForm = z.output<typeof notificationsForm>

interface NotificationsInput extends NotificationsForm {
  request: Request
  managerId: number
  /** System clock, epoch ms. */
  now: number
}

const statuses: Record<NotificationsProblem, number> = {
  missing: 422,
  'too-long': 422,
  malformed: 422,
  known: 422,
  'too-many': 429,
  'too-fast': 429,
  off: 409,
  'account-missing': 401,
  'not-saved': 503,
}

/** Renders the page again with the typed values and the problem. */
function refuse(
  refusal: NotificationsProblem,
  typed: string | null = null,
  choices: NotificationChoices | null = null,
) {
  const refused: RefusedNotifications = { refusal, typed: typed && clipAddress(typed), choices }
  return invalid(refused, statuses[refusal])
}

/** Refuses a form over the rate limit, with the typed and ticked values. */
export function refuseTooFast({ intent, address, ...ticked }: NotificationsForm) {
  return refuse(
    'too-fast',
    intent === 'ask' ? address : null,
    intent === 'choices' ? toChoices(ticked) : null,
  )
}

/** Sends a confirmation link to an address, or refuses with a message. */
export async function requestAddressConfirmation({
  request,
  managerId,
  address: typed,
  now,
}: NotificationsInput) {
  const parsed = parseMailAddress(typed)
  if (!parsed.ok) return refuse(parsed.problem, typed)
  if (!isMailEnabled()) return refuse('off', typed)
  const limit = consumeConfirmationLimit(managerId, parsed.address)
  if (!limit.ok) return withRetryAfter(refuse('too-many', typed), limit)
  const input = { managerId, address: parsed.address, timeZone: findExplicitTimeZone(request), now }
  const queued = await tryWrite(requestConfirmation(db, input))
  if (queued === null) return refuse('not-saved', typed)
  if (!queued.ok) return refuse(queued.problem === 'ADDRESS_KNOWN' ? 'known' : 'account-missing', typed)
  wakeSender()
  return seeOtherWithFlash(pageUrl, 'confirmation-sent')
}

/** Sends the confirmation link again. */
export async function resendAddressConfirmation({ managerId, now }: NotificationsInput) {
  const { waiting } = await findMailAddresses(db, managerId)
  if (!waiting) return seeOther(pageUrl)
  if (!isMailEnabled()) return refuse('off')
  const limit = consumeConfirmationLimit(managerId, waiting.address)
  if (!limit.ok) return withRetryAfter(refuse('too-many'), limit)
  const isQueued = await tryWrite(resendConfirmation(db, { managerId, now }))
  if (isQueued === null) return refuse('not-saved')
  if (!isQueued) return seeOther(pageUrl)
  wakeSender()
  return seeOtherWithFlash(pageUrl, 'confirmation-sent')
}

/** Five links an hour per manager and three a day per mailbox, so that no mailbox is flooded. */
function consumeConfirmationLimit(managerId: number, address: string): RateLimitResult {
  const limit = rateLimits.confirmation.consume(String(managerId))
  return limit.ok ? rateLimits.confirmationOfMailbox.consume(toMailbox(address)) : limit
}

/** Deletes the unconfirmed address. */
export async function forgetWaitingAddress({ managerId }: NotificationsInput) {
  const done = await tryWrite(removeMailAddresses(db, { managerId, isWaiting: true }).then(() => true))
  return done ? seeOtherWithFlash(pageUrl, 'address-forgotten') : refuse('not-saved')
}

/** Deletes every address of the manager. */
export async function removeAddresses({ managerId }: NotificationsInput) {
  const done = await tryWrite(removeMailAddresses(db, { managerId, isWaiting: false }).then(() => true))
  return done ? seeOtherWithFlash(pageUrl, 'address-removed') : refuse('not-saved')
}

/** Stores the kinds of mail that the manager wants. */
export async function saveNotificationChoices({ request, managerId, ...ticked }: NotificationsInput) {
  const choices = toChoices(ticked)
  const saved = await tryWrite(
    saveMailChoices(db, { managerId, choices, timeZone: findExplicitTimeZone(request) }),
  )
  if (saved === null) return refuse('not-saved', null, choices)
  return seeOtherWithFlash(pageUrl, saved ? 'choices-saved' : 'address-gone')
}

/** Dismisses a notice of the site and redirects to the page that showed it. */
export async function dismissSiteNotice({ managerId, cause, returnTo, now }: NotificationsInput) {
  const notice = { managerId, cause, now, gameTime: await clock(db), isMailOn: isMailEnabled() }
  const done = await tryWrite(dismissNotice(db, notice).then(() => true))
  if (!done) return refuse('not-saved')
  const target = safeRedirectTarget(returnTo)
  return seeOther(/^\/game(?![\w-])/.test(target) ? target : pageUrl)
}

/** After the session has ended: redirects with the typed values in the query, behind the sign-in card (D16). */
export function redirectWithDraft({ intent, address, ...ticked }: NotificationsForm) {
  if (intent === 'ask')
    return seeOther(`${pageUrl}?${new URLSearchParams({ address: clipAddress(address) })}`)
  if (intent !== 'choices') return seeOther(pageUrl)
  const names = Object.entries(toChoices(ticked)).flatMap(([name, isOn]) => (isOn ? [name] : []))
  return seeOther(`${pageUrl}?${new URLSearchParams({ choices: names.join('.') })}`)
}

function toChoices({
  season,
  reminder,
  results,
}: Pick<NotificationsForm, 'season' | 'reminder' | 'results'>): NotificationChoices {
  return { season: season === 'on', reminder: reminder === 'on', results: results === 'on' }
}

function clipAddress(typed: string): string {
  return [...typed.replaceAll('\0', '')].slice(0, MAIL_ADDRESS_TYPED_LIMIT).join('')
}

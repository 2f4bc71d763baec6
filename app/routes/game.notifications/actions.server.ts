import { safeRedirectTarget } from '#app/auth/sign-in/redirect-target.ts'
import { config } from '#app/config.server.ts'
import { MAIL_ADDRESS_TYPED_LIMIT, parseMailAddress, toMailbox } from '#app/game/notification/mail-address.ts'
import type { NotificationChoices } from '#app/game/notification/notification.ts'
import { findExplicitTimeZone } from '#app/http/cookies/time-zone.server.ts'
import { invalid, seeOther, seeOtherWithFlash, withRetryAfter } from '#app/http/responses.server.ts'
import { tryWrite } from '#app/http/try-write.server.ts'
import { rateLimits } from '#app/server/rate-limit.server.ts'
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
import type { NotificationsForm } from './form.server.ts'
import type { NotificationsProblem, RefusedNotifications } from './messages.ts'

const pageUrl = '/game/notifications'

interface NotificationsInput extends NotificationsForm {
  request: Request
  managerId: number
  /** System clock, epoch ms. */
  now: number
}

const statuses: Partial<Record<NotificationsProblem, number>> = {
  'too-many': 429,
  'too-fast': 429,
  off: 409,
  'account-missing': 401,
  'not-saved': 503,
}

/** Renders the page again with the typed values and the problem. */
function refuse(
  refusal: NotificationsProblem,
  { typed = null, choices = null }: Partial<RefusedNotifications> = {},
) {
  const refused: RefusedNotifications = { refusal, typed: typed && clipAddress(typed), choices }
  return invalid(refused, statuses[refusal] ?? 422)
}

/** Refuses a form over the rate limit, with the typed and ticked values. */
export function refuseTooFast({ intent, address, ...ticked }: NotificationsForm) {
  return refuse('too-fast', {
    typed: intent === 'ask' ? address : null,
    choices: intent === 'choices' ? toChoices(ticked) : null,
  })
}

/** Sends a confirmation link to an address, or refuses with a message. */
async function sendLink({ request, managerId, address: typed, now }: NotificationsInput) {
  const parsed = parseMailAddress(typed)
  if (!parsed.ok) return refuse(parsed.problem, { typed })
  const refused = await refuseLink(managerId, parsed.address, typed)
  if (refused) return refused
  const input = { managerId, address: parsed.address, timeZone: findExplicitTimeZone(request), now }
  const queued = await tryWrite(requestConfirmation(db, input))
  if (queued === null) return refuse('not-saved', { typed })
  if (!queued.ok) return refuse(queued.problem === 'ADDRESS_KNOWN' ? 'known' : 'account-missing', { typed })
  wakeSender()
  return seeOtherWithFlash(pageUrl, 'confirmation-sent')
}

/** Sends the confirmation link again. */
async function resendLink({ managerId, now }: NotificationsInput) {
  const { waiting } = await findMailAddresses(db, managerId)
  if (!waiting) return seeOther(pageUrl)
  const refused = await refuseLink(managerId, waiting.address)
  if (refused) return refused
  const isQueued = await tryWrite(resendConfirmation(db, { managerId, now }))
  if (isQueued === null) return refuse('not-saved')
  if (!isQueued) return seeOther(pageUrl)
  wakeSender()
  return seeOtherWithFlash(pageUrl, 'confirmation-sent')
}

/**
 * Refuses a link while mails are off, and over five an hour per manager and three a day per mailbox, so that no mailbox
 * is flooded. Undefined when the link may be sent.
 */
async function refuseLink(managerId: number, address: string, typed: string | null = null) {
  if (!config.mail) return refuse('off', { typed })
  const ofManager = await rateLimits.confirmation.consume(db, String(managerId))
  const limit = ofManager.ok
    ? await rateLimits.confirmationOfMailbox.consume(db, toMailbox(address))
    : ofManager
  return limit.ok ? undefined : withRetryAfter(refuse('too-many', { typed }), limit)
}

/** Deletes the unconfirmed address, or every address of the manager. */
async function removeAddresses({ managerId, intent }: NotificationsInput) {
  const isWaiting = intent === 'forget'
  const done = await tryWrite(removeMailAddresses(db, { managerId, isWaiting }).then(() => true))
  if (!done) return refuse('not-saved')
  return seeOtherWithFlash(pageUrl, isWaiting ? 'address-forgotten' : 'address-removed')
}

/** Stores the kinds of mail that the manager wants. */
async function saveChoices({ request, managerId, ...ticked }: NotificationsInput) {
  const choices = toChoices(ticked)
  const saved = await tryWrite(
    saveMailChoices(db, { managerId, choices, timeZone: findExplicitTimeZone(request) }),
  )
  if (saved === null) return refuse('not-saved', { choices })
  return seeOtherWithFlash(pageUrl, saved ? 'choices-saved' : 'address-gone')
}

/** Dismisses a notice of the site and redirects to the page that showed it. */
async function dismiss({ managerId, cause, returnTo, now }: NotificationsInput) {
  const notice = { managerId, cause, now, gameTime: await clock(db), isMailOn: config.mail !== undefined }
  const done = await tryWrite(dismissNotice(db, notice).then(() => true))
  if (!done) return refuse('not-saved')
  const target = safeRedirectTarget(returnTo)
  return seeOther(/^\/game(?![\w-])/.test(target) ? target : pageUrl)
}

/** What each button of the page does. */
export const handlers = {
  ask: sendLink,
  again: resendLink,
  forget: removeAddresses,
  remove: removeAddresses,
  choices: saveChoices,
  dismiss,
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

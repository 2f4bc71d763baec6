import type { z } from 'zod'
import { safeTarget } from '#app/auth/target.ts'
import { ADDRESS_TYPED_LIMIT, mailboxOf, readAddress } from '#app/game/mail-address.ts'
import type { Choices } from '#app/game/notification.ts'
import { askAgain, go, goWithNote, sayWhen } from '#app/http/answers.server.ts'
import { attempt } from '#app/http/attempt.server.ts'
import { type LimitResult, limits } from '#app/http/limits.server.ts'
import { sendsMails } from '#app/http/sends-mails.server.ts'
import { saidZone } from '#app/http/zone.server.ts'
import {
  askAgainForConfirmation,
  askForConfirmation,
  forgetAddresses,
  saveChoices,
} from '#app/services/mail-addresses.server.ts'
import { wakeSender } from '#app/services/mail-runner.server.ts'
import { dismissNotice } from '#app/services/notices.server.ts'
import { clock, db } from '#db/connection.server.ts'
import { findMailAddresses } from '#db/mail-addresses.server.ts'
import type { notificationsForm } from './form.server.ts'
import type { Refusal, Refused } from './view.ts'

const here = '/game/notifications'

type Form = z.output<typeof notificationsForm>

interface Asked extends Form {
  request: Request
  managerId: number
  /** System clock, epoch ms. */
  now: number
}

const statuses: Record<Refusal, number> = {
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

/** The page again, with what was typed and why nothing was done. */
function refuse(refusal: Refusal, typed: string | null = null, choices: Choices | null = null) {
  const refused: Refused = { refusal, typed: typed && kept(typed), choices }
  return askAgain(refused, statuses[refusal])
}

/** Everything typed or ticked again, for who sends more in a minute than anybody does by hand. */
export function refuseHaste({ intent, address, ...ticked }: Form) {
  return refuse(
    'too-fast',
    intent === 'ask' ? address : null,
    intent === 'choices' ? choicesOf(ticked) : null,
  )
}

/** Sends a link to an address, or says in words why not. */
export async function ask({ request, managerId, address: typed, now }: Asked) {
  const read = readAddress(typed)
  if (!read.ok) return refuse(read.problem, typed)
  if (!sendsMails()) return refuse('off', typed)
  const taken = consumeConfirmation(managerId, read.address)
  if (!taken.ok) return sayWhen(refuse('too-many', typed), taken)
  const wish = { managerId, address: read.address, timeZone: saidZone(request), now }
  const asked = await attempt(askForConfirmation(db, wish))
  if (asked === null) return refuse('not-saved', typed)
  if (!asked.ok) return refuse(asked.problem === 'ADDRESS_KNOWN' ? 'known' : 'account-missing', typed)
  wakeSender()
  return goWithNote(here, 'confirmation-sent')
}

/** Sends the link to the waiting address once more. */
export async function askAgainFor({ managerId, now }: Asked) {
  const { waiting } = await findMailAddresses(db, managerId)
  if (!waiting) return go(here)
  if (!sendsMails()) return refuse('off')
  const taken = consumeConfirmation(managerId, waiting.address)
  if (!taken.ok) return sayWhen(refuse('too-many'), taken)
  const asked = await attempt(askAgainForConfirmation(db, { managerId, now }))
  if (asked === null) return refuse('not-saved')
  if (!asked) return go(here)
  wakeSender()
  return goWithNote(here, 'confirmation-sent')
}

/** Five links an hour for each manager, three a day for each mailbox: nobody's is flooded from here. */
function consumeConfirmation(managerId: number, address: string): LimitResult {
  const taken = limits.confirmation.consume(String(managerId))
  return taken.ok ? limits.confirmationOfMailbox.consume(mailboxOf(address)) : taken
}

/** Forgets the address that waits. */
export async function forget({ managerId }: Asked) {
  const done = await attempt(forgetAddresses(db, { managerId, isWaiting: true }).then(() => true))
  return done ? goWithNote(here, 'address-forgotten') : refuse('not-saved')
}

/** Forgets every address of the manager. */
export async function remove({ managerId }: Asked) {
  const done = await attempt(forgetAddresses(db, { managerId, isWaiting: false }).then(() => true))
  return done ? goWithNote(here, 'address-removed') : refuse('not-saved')
}

/** Stores what shall be told. */
export async function storeChoices({ request, managerId, ...ticked }: Asked) {
  const choices = choicesOf(ticked)
  const saved = await attempt(saveChoices(db, { managerId, choices, timeZone: saidZone(request) }))
  if (saved === null) return refuse('not-saved', null, choices)
  return goWithNote(here, saved ? 'choices-saved' : 'address-gone')
}

/** Puts a notice of the site away, and leads back to the page that showed it. */
export async function dismiss({ managerId, cause, returnTo, now }: Asked) {
  const notice = { managerId, cause, now, gameTime: await clock(db), isMailOn: sendsMails() }
  const done = await attempt(dismissNotice(db, notice).then(() => true))
  if (!done) return refuse('not-saved')
  const target = safeTarget(returnTo)
  return go(/^\/game(?![\w-])/.test(target) ? target : here)
}

/** Who is not signed in any more finds what they typed behind the sign-in card (D16). */
export function keepDraft({ intent, address, ...ticked }: Form) {
  if (intent === 'ask') return go(`${here}?${new URLSearchParams({ address: kept(address) })}`)
  if (intent !== 'choices') return go(here)
  const names = Object.entries(choicesOf(ticked)).flatMap(([name, isOn]) => (isOn ? [name] : []))
  return go(`${here}?${new URLSearchParams({ choices: names.join('.') })}`)
}

function choicesOf({ season, reminder, results }: Pick<Form, 'season' | 'reminder' | 'results'>): Choices {
  return { season: season === 'on', reminder: reminder === 'on', results: results === 'on' }
}

function kept(typed: string): string {
  return [...typed.replaceAll('\0', '')].slice(0, ADDRESS_TYPED_LIMIT).join('')
}

import { isWellFormed } from '#app/game/text/name.ts'
import { normalizeText } from '#app/game/text/normalize-text.ts'

export type MailAddressProblem = 'missing' | 'too-long' | 'malformed'

export type ParsedMailAddress = { ok: true; address: string } | { ok: false; problem: MailAddressProblem }

/** The longest address that mail servers accept (RFC 5321, 4.5.3.1), in characters. */
const MAX_LENGTH = 254
const MAX_LOCAL_LENGTH = 64
/** How much of a typed address is read, surrounding blanks included, in UTF-16 units. */
export const MAIL_ADDRESS_TYPED_LIMIT = 320

/**
 * Parses a typed e-mail address: trimmed, its domain in lower-case ASCII. Narrower than the standard on purpose: quoted
 * parts, comments, line breaks and IP addresses are refused, because a mail program could read them as two addresses. An
 * overlong text is not parsed.
 */
export function parseMailAddress(typed: string): ParsedMailAddress {
  if (typed.length > MAIL_ADDRESS_TYPED_LIMIT) return { ok: false, problem: 'too-long' }
  if (!isWellFormed(typed)) return { ok: false, problem: 'malformed' }
  const address = normalizeText(typed, 'NFC', MAIL_ADDRESS_TYPED_LIMIT).trim()
  if (address === '') return { ok: false, problem: 'missing' }
  if (address.length > MAX_LENGTH) return { ok: false, problem: 'too-long' }
  const [local = '', typedDomain = '', ...rest] = address.split('@')
  const domain = normalizeText(typedDomain, 'NFKC', MAX_LENGTH).toLowerCase()
  const isAddress = rest.length === 0 && isLocal(local) && isDomain(domain) && isDomain(toDnsName(domain))
  return isAddress ? { ok: true, address: `${local}@${domain}` } : { ok: false, problem: 'malformed' }
}

function isLocal(local: string): boolean {
  const isAtom = (atom: string) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(atom)
  return local.length <= MAX_LOCAL_LENGTH && local.split('.').every(isAtom)
}

/** Domain names in every script; the sender converts them to ASCII. The last label is not a number. */
function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  const isLabel = (label: string) => /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label)
  return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')
}

/** A domain in its canonical ASCII form; '' for an invalid one. */
function toDnsName(domain: string): string {
  const address = `http://${domain}`
  return URL.canParse(address) ? new URL(address).hostname : ''
}

/** How long a confirmation link is valid, in ms after it is sent. */
export const confirmationLifeMs = 24 * 60 * 60 * 1000

/** How long an unconfirmed address is stored, in ms. */
export const waitingLifeMs = 7 * 24 * 60 * 60 * 1000

/** The canonical form of all addresses of one mailbox, as the key of the rate limit for confirmation mails. */
export function toMailbox(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  return `${local.split('+')[0]}@${toDnsName(domain)}`
}

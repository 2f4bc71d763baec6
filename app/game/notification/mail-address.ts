import { isWellFormed } from '#app/game/text/name.ts'
import { normalizeText } from '#app/game/text/normalize-text.ts'

/** Why an e-mail address was refused. */
export type MailAddressProblem = 'missing' | 'too-long' | 'malformed'

export type ParsedMailAddress = { ok: true; address: string } | { ok: false; problem: MailAddressProblem }

/** The longest address that mail servers take (RFC 5321, 4.5.3.1), in characters. */
const MAX_LENGTH = 254
const MAX_LOCAL_LENGTH = 64
/** How much is read as it was typed, blanks around it included, in UTF-16 units. */
export const MAIL_ADDRESS_TYPED_LIMIT = 320

/**
 * Reads an e-mail address as typed: trimmed, its domain in small and plain letters. Narrower than the standard on
 * purpose: what is quoted, has a comment or a line break, or names a machine by number is no address of a fan, and could
 * be two. What is much too long is not looked at.
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

/** Names in every script; the sender writes them as DNS does. The last label is no number. */
function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  const isLabel = (label: string) => /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label)
  return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')
}

/** A domain as DNS spells it, in which many spellings are one; '' for one that is none. */
function toDnsName(domain: string): string {
  const address = `http://${domain}`
  return URL.canParse(address) ? new URL(address).hostname : ''
}

/** How long the link that confirms an address is good for, in ms from its sending. */
export const confirmationLifeMs = 24 * 60 * 60 * 1000

/** How long an address waits for its confirmation before it is forgotten, in ms. */
export const waitingLifeMs = 7 * 24 * 60 * 60 * 1000

/** What is the same for all ways to write to one mailbox: mails that strangers ask for are counted by it. */
export function toMailbox(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  return `${local.split('+')[0]}@${toDnsName(domain)}`
}

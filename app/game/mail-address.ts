import { isWellFormed } from './name.ts'
import { normalizeText } from './text.ts'

/** Why an e-mail address was refused. */
export type AddressProblem = 'missing' | 'too-long' | 'malformed'

export type AddressReading = { ok: true; address: string } | { ok: false; problem: AddressProblem }

/** The longest address that mail servers take (RFC 5321, 4.5.3.1), in characters. */
const longest = 254
const longestLocal = 64
/** How much is read as it was typed, blanks around it included, in UTF-16 units. */
export const ADDRESS_TYPED_LIMIT = 320

/**
 * Reads an e-mail address as typed: trimmed, its domain in small and plain letters. Narrower than the standard on
 * purpose: what is quoted, has a comment or a line break, or names a machine by number is no address of a fan, and could
 * be two. What is much too long is not looked at.
 */
export function readAddress(typed: string): AddressReading {
  if (typed.length > ADDRESS_TYPED_LIMIT) return { ok: false, problem: 'too-long' }
  if (!isWellFormed(typed)) return { ok: false, problem: 'malformed' }
  const address = normalizeText(typed, 'NFC', ADDRESS_TYPED_LIMIT).trim()
  if (address === '') return { ok: false, problem: 'missing' }
  if (address.length > longest) return { ok: false, problem: 'too-long' }
  const [local = '', typedDomain = '', ...rest] = address.split('@')
  const domain = normalizeText(typedDomain, 'NFKC', longest).toLowerCase()
  const isAddress = rest.length === 0 && isLocal(local) && isDomain(domain) && isDomain(inDns(domain))
  return isAddress ? { ok: true, address: `${local}@${domain}` } : { ok: false, problem: 'malformed' }
}

function isLocal(local: string): boolean {
  const isAtom = (atom: string) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(atom)
  return local.length <= longestLocal && local.split('.').every(isAtom)
}

/** Names in every script; the sender writes them as DNS does. The last label is no number. */
function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  const isLabel = (label: string) => /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u.test(label)
  return labels.length > 1 && labels.every(isLabel) && !/^\d+$/.test(labels.at(-1) ?? '')
}

/** A domain as DNS spells it, in which many spellings are one; '' for one that is none. */
function inDns(domain: string): string {
  const address = `http://${domain}`
  return URL.canParse(address) ? new URL(address).hostname : ''
}

/** How long the link that confirms an address is good for, in ms from its sending. */
export const confirmationLifeMs = 24 * 60 * 60 * 1000

/** How long an address waits for its confirmation before it is forgotten, in ms. */
export const waitingLifeMs = 7 * 24 * 60 * 60 * 1000

/** What is the same for all ways to write to one mailbox: mails that strangers ask for are counted by it. */
export function mailboxOf(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@')
  return `${local.split('+')[0]}@${inDns(domain)}`
}

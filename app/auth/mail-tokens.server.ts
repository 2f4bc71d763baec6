import type { NotificationKind } from '#app/game/notification/notification.ts'
import { createSigner } from './session/token-encryption.server.ts'

/** What a mail link allows: to confirm an address, or to end one kind of mail. */
export interface MailToken {
  purpose: 'confirm' | NotificationKind
  /** Id of the stored address: a change or removal invalidates its links. */
  addressId: number
  /** Epoch ms of the system clock; 0 for never. */
  expiresAt: number
}

const { sign, isGenuine } = createSigner('douze/mail-links/1')
/** The longest purpose, two numbers, the MAC and the points between. */
const maxLength = 100
const tokenPattern = /^(confirm|season|reminder|results)\.(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/

export function signMailToken({ purpose, addressId, expiresAt }: MailToken): string {
  const claim = `${purpose}.${addressId}.${expiresAt}`
  return `${claim}.${sign(claim)}`
}

/** Verifies a token; null when it is not genuine or has expired. `now`: system clock, epoch ms. */
export function verifyMailToken(text: string, now: number): MailToken | null {
  if (text.length > maxLength) return null
  const [, purpose, id, expiry, mac = ''] = tokenPattern.exec(text) ?? []
  const knownPurpose = purposes.find((each) => each === purpose)
  if (!knownPurpose || !isGenuine(`${knownPurpose}.${id}.${expiry}`, mac)) return null
  const token = { purpose: knownPurpose, addressId: Number(id), expiresAt: Number(expiry) }
  return token.expiresAt === 0 || now < token.expiresAt ? token : null
}

const purposes = ['confirm', 'season', 'reminder', 'results'] as const

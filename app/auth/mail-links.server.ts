import { config } from '#app/config.server.ts'
import { confirmationLifeMs } from '#app/game/notification/mail-address.ts'
import type { NotificationKind } from '#app/game/notification/notification.ts'
import { systemNow } from '#db/connection.server.ts'
import { type MailToken, signMailToken, verifyMailToken } from './mail-tokens.server.ts'

/** The links in mails. The token is in the query, because paths are logged and queries are not. */
export const mailLinks = {
  page: (path: string) => new URL(path, config.origin).href,
  confirm: (addressId: number) =>
    link(
      'confirm',
      signMailToken({ purpose: 'confirm', addressId, expiresAt: systemNow() + confirmationLifeMs }),
    ),
  /** Never expires: the link of an old mail must still work. */
  unsubscribe: (kind: NotificationKind, addressId: number) =>
    link('unsubscribe', signMailToken({ purpose: kind, addressId, expiresAt: 0 })),
}

function link(action: 'confirm' | 'unsubscribe', token: string): string {
  return `${config.origin}/notifications/${action}?token=${token}`
}

export interface MailLink extends Pick<MailToken, 'purpose' | 'addressId'> {
  isExpired: boolean
}

/** Verifies the token of a link; null when it is not genuine. `now`: system clock, epoch ms. */
export function verifyMailLink(token: string, now: number): MailLink | null {
  const verified = verifyMailToken(token, 0)
  return (
    verified && {
      purpose: verified.purpose,
      addressId: verified.addressId,
      isExpired: verifyMailToken(token, now) === null,
    }
  )
}

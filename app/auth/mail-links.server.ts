import { config } from '#app/config.server.ts'
import { confirmationLifeMs } from '#app/game/notification/mail-address.ts'
import type { NotificationKind } from '#app/game/notification/notification.ts'
import { type MailToken, signMailToken, verifyMailToken } from './mail-tokens.server.ts'

/** The links that mails carry. A token stands in the query: paths are logged, and queries are not. */
export const mailLinks = {
  page: (path: string) => new URL(path, config.origin).href,
  confirm: (addressId: number) =>
    link(
      'confirm',
      signMailToken({ purpose: 'confirm', addressId, expiresAt: Date.now() + confirmationLifeMs }),
    ),
  /** It never expires: who keeps an old mail can still end such mails. */
  unsubscribe: (kind: NotificationKind, addressId: number) =>
    link('unsubscribe', signMailToken({ purpose: kind, addressId, expiresAt: 0 })),
}

function link(action: 'confirm' | 'unsubscribe', token: string): string {
  return `${config.origin}/notifications/${action}?token=${token}`
}

/** What the token of a link in a mail says. */
export interface MailLink extends Pick<MailToken, 'purpose' | 'addressId'> {
  isExpired: boolean
}

/** Reads the token of a link; null when it was altered or is none of ours. `now`: system clock, epoch ms. */
export function verifyMailLink(token: string, now: number): MailLink | null {
  const read = verifyMailToken(token, 0)
  return (
    read && {
      purpose: read.purpose,
      addressId: read.addressId,
      isExpired: verifyMailToken(token, now) === null,
    }
  )
}

import { type MailToken, readMailToken } from './mail-tokens.server.ts'

/** What the token of a link in a mail says. */
export interface MailLink extends Pick<MailToken, 'purpose' | 'addressId'> {
  isExpired: boolean
}

/** Reads the token of a link; null when it was altered or is none of ours. `now`: system clock, epoch ms. */
export function readMailLink(token: string, now: number): MailLink | null {
  const read = readMailToken(token, 0)
  return (
    read && {
      purpose: read.purpose,
      addressId: read.addressId,
      isExpired: readMailToken(token, now) === null,
    }
  )
}

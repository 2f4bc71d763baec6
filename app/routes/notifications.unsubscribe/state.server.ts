import { verifyMailLink } from '#app/auth/mail-links.server.ts'
import type { NotificationKind } from '#app/game/notification/notification.ts'
import { findMailAddress } from '#db/mail/mail-addresses.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { UnsubscribeState } from './view.ts'

interface UnsubscribeLink {
  state: UnsubscribeState
  kind: NotificationKind | null
  addressId: number
}

/** The state of a link, for its own address. The session does not matter. */
export async function findUnsubscribeState(db: Db, token: string, now: number): Promise<UnsubscribeLink> {
  const link = verifyMailLink(token, now)
  if (!link || link.purpose === 'confirm' || link.isExpired)
    return { state: 'unknown', kind: null, addressId: 0 }
  const { purpose: kind, addressId } = link
  const address = await findMailAddress(db, addressId)
  if (!address) return { state: 'gone', kind, addressId }
  return { state: address.choices[kind] ? 'pending' : 'done', kind, addressId }
}

import { verifyMailLink } from '#app/auth/mail-links.server.ts'
import { findMailAddress } from '#db/mail/mail-addresses.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { ConfirmState } from './view.ts'

/** The state of a link, for its own address. The session does not matter. */
export async function findConfirmState(
  db: Db,
  token: string,
  now: number,
): Promise<{ state: ConfirmState; addressId: number }> {
  const link = verifyMailLink(token, now)
  if (link?.purpose !== 'confirm') return { state: 'unknown', addressId: 0 }
  const { addressId, isExpired } = link
  const address = await findMailAddress(db, addressId)
  if (!address) return { state: 'gone', addressId }
  if (address.confirmedAt !== null) return { state: 'confirmed', addressId }
  return { state: isExpired ? 'expired' : 'pending', addressId }
}

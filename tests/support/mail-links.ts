import { signMailToken } from '#app/auth/mail-tokens.server.ts'
import type { NotificationKind } from '#app/game/notification/notification.ts'
import type { App } from './app.ts'
import type { Browser } from './browser.ts'

const hour = 3_600_000

/** The confirmation link of an address, as in its mail. */
export function confirmLink(addressId: number, expiresAt = Date.now() + hour): string {
  return `/notifications/confirm?token=${signMailToken({ purpose: 'confirm', addressId, expiresAt })}`
}

/** The unsubscribe link for one kind of mail. */
export function unsubscribeLink(addressId: number, purpose: NotificationKind): string {
  return `/notifications/unsubscribe?token=${signMailToken({ purpose, addressId, expiresAt: 0 })}`
}

/** The stored addresses of a manager, oldest first. */
export async function addressesOf(app: App, subject: string) {
  return app.db
    .selectFrom('mail_addresses')
    .innerJoin('managers', 'managers.id', 'manager_id')
    .selectAll('mail_addresses')
    .where('subject', '=', subject)
    .orderBy('mail_addresses.id')
    .execute()
}

/** Gives a manager a confirmed address, through the page and its link; returns its id. */
export async function addConfirmedAddress(
  app: App,
  { as, subject, address }: { as: Browser; subject: string; address: string },
): Promise<number> {
  await app.post('/game/notifications', { intent: 'ask', address }, { as })
  const id = (await addressesOf(app, subject)).at(-1)?.id ?? 0
  const page = await app.get(confirmLink(id))
  const pressed = await app.press(page, 'Confirm address')
  if (pressed.status !== 303) throw new Error(`Not confirmed: ${pressed.text}`)
  return id
}

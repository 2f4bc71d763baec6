import { insertDismissedNotice, listDismissedNotices } from '#db/mail/dismissed-notices.server.ts'
import { findMailAddresses } from '#db/mail/mail-addresses.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listDueNotices, type Notice } from './due-notices.server.ts'

/**
 * The notices that the site shows to a manager who gets no mails, because no address is confirmed or mail is
 * disabled: those due and not dismissed. `now`: game time, epoch ms.
 */
export async function listNotices(
  db: Db,
  params: { managerId: number; now: number; isMailOn: boolean },
): Promise<Notice[]> {
  const { confirmed } = await findMailAddresses(db, params.managerId)
  if (confirmed && params.isMailOn) return []
  const due = await listDueNotices(db, params)
  const dismissed = due.length === 0 ? [] : await listDismissedNotices(db, params.managerId)
  return due.filter(({ name }) => !dismissed.some(({ cause }) => cause === name))
}

interface DismissNoticeParams {
  managerId: number
  cause: string
  now: number
  gameTime: number
  isMailOn: boolean
}

/**
 * Dismisses a notice that is currently shown; anything else is ignored. `now`: system clock; `gameTime` decides which
 * notices are due; both epoch ms.
 */
export async function dismissNotice(
  db: Db,
  { managerId, cause, now, gameTime, isMailOn }: DismissNoticeParams,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const shown = await listNotices(tx, { managerId, now: gameTime, isMailOn })
    if (shown.some(({ name }) => name === cause)) await insertDismissedNotice(tx, { managerId, cause, now })
  })
}

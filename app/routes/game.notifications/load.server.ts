import {
  MAIL_ADDRESS_TYPED_LIMIT,
  parseMailAddress,
  waitingLifeMs,
} from '#app/game/notification/mail-address.ts'
import { toNoticeView } from '#app/game/notification/notice.ts'
import type { NotificationChoices } from '#app/game/notification/notification.ts'
import { toNextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { InstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import type { GameContext } from '#app/server/game-context.server.ts'
import { listNotices } from '#app/services/notices/notices.server.ts'
import { findMailAddresses } from '#db/mail/mail-addresses.server.ts'
import { isUnknownMailbox } from '#db/mail/outbox.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { NotificationsQuery } from './form.server.ts'

export type NotificationsView = Awaited<ReturnType<typeof loadNotifications>>

interface NotificationsParams {
  managerId: number
  /** Undefined without an active season. */
  game: GameContext | undefined
  /** Game time, epoch ms. */
  now: number
  print: InstantFormatter
  isMailOn: boolean
  /** The address in the identity provider's ID token. */
  providerEmail: string | null
  query: NotificationsQuery
}

/** Loads the page of one manager. */
export async function loadNotifications(db: Db, params: NotificationsParams) {
  const { managerId, game, now, print, isMailOn, query } = params
  const { confirmed, waiting } = await findMailAddresses(db, managerId)
  const isUnknown =
    confirmed !== undefined && (await isUnknownMailbox(db, { managerId, addressId: confirmed.id }))
  const known = [confirmed?.address, waiting?.address]
  const offered = findOfferableAddress(params.providerEmail, known)
  const typed = query.address?.slice(0, MAIL_ADDRESS_TYPED_LIMIT)
  const notices = await listNotices(db, { managerId, now, isMailOn })
  return {
    countries: game?.lamps ?? [],
    /** Undefined without an active season. */
    next: game && toNextDeadlineView(game),
    isMailOn,
    confirmed: confirmed ? { address: confirmed.address, choices: confirmed.choices, isUnknown } : null,
    /** An address that is not confirmed yet. */
    waiting: waiting
      ? { address: waiting.address, forgottenAt: print(waiting.createdAt + waitingLifeMs) }
      : null,
    /** Value of the address field. */
    typed: typed ?? offered ?? '',
    /** Whether the value is the identity provider's address. */
    isOffered: typed === undefined && offered !== null,
    /** Whether the field is shown although there is a confirmed address. */
    isChanging: query.change !== undefined || typed !== undefined,
    /** Choices that were ticked and not saved, because the session had ended. */
    unsaved: query.choices === undefined ? null : parseChoices(query.choices),
    notices: notices.map((notice) => toNoticeView(notice, { print, hasTeam: game?.team !== undefined })),
  }
}

/** The provider's address, when it is valid and not stored already. */
function findOfferableAddress(offered: string | null, known: readonly (string | undefined)[]): string | null {
  const parsed = parseMailAddress(offered ?? '')
  return parsed.ok && !known.includes(parsed.address) ? parsed.address : null
}

/** 'season.results': the ticked kinds. */
function parseChoices(text: string): NotificationChoices {
  const ticked = text.split('.')
  return {
    season: ticked.includes('season'),
    reminder: ticked.includes('reminder'),
    results: ticked.includes('results'),
  }
}

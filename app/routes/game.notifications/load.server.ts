import { nextClosing } from '#app/game/closing.ts'
import type { Contest } from '#app/game/contest.ts'
import { ADDRESS_TYPED_LIMIT, readAddress, waitingLifeMs } from '#app/game/mail-address.ts'
import { showNotice } from '#app/game/notice.ts'
import type { Choices } from '#app/game/notification.ts'
import { entriesOf } from '#app/game/team.ts'
import type { InstantPrinter } from '#app/http/zone.server.ts'
import { listNotices } from '#app/services/notices.server.ts'
import { findMailAddresses } from '#db/mail-addresses.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findTeamOfManager } from '#db/teams.server.ts'
import type { NotificationsView } from './view.ts'

interface Asked {
  managerId: number
  contest: Contest | undefined
  /** Game time, epoch ms. */
  now: number
  print: InstantPrinter
  isMailOn: boolean
  /** What the identity provider told. */
  offered: string | null
  query: { change?: '1' | undefined; address?: string | undefined; choices?: string | undefined }
}

/** Everything that the page shows to one manager. */
export async function loadNotifications(db: Db, asked: Asked): Promise<NotificationsView> {
  const { managerId, contest, now, print, isMailOn, query } = asked
  const { confirmed, waiting } = await findMailAddresses(db, managerId)
  const known = [confirmed?.address, waiting?.address]
  const offered = readOffered(asked.offered, known)
  const typed = query.address?.slice(0, ADDRESS_TYPED_LIMIT)
  const team = contest && (await findTeamOfManager(db, { gameId: contest.id, managerId }))
  const notices = await listNotices(db, { managerId, now, isMailOn })
  return {
    lights: contest && team ? entriesOf(contest.entries, team.entryIds) : [],
    next: contest && nextClosing({ rounds: contest.rounds, now, print }),
    isMailOn,
    confirmed: confirmed ? { address: confirmed.address, choices: confirmed.choices } : null,
    waiting: waiting
      ? { address: waiting.address, forgottenAt: print(waiting.createdAt + waitingLifeMs) }
      : null,
    typed: typed ?? offered ?? '',
    isOffered: typed === undefined && offered !== null,
    isChanging: query.change !== undefined || typed !== undefined,
    unsaved: query.choices === undefined ? null : readChoices(query.choices),
    notices: notices.map((notice) => showNotice(notice, { print, hasTeam: team !== undefined })),
  }
}

/** What the provider told, when it is an address, and none that is stored already. */
function readOffered(offered: string | null, known: readonly (string | undefined)[]): string | null {
  const read = readAddress(offered ?? '')
  return read.ok && !known.includes(read.address) ? read.address : null
}

/** 'season.results': what was ticked. */
function readChoices(text: string): Choices {
  const ticked = text.split('.')
  return {
    season: ticked.includes('season'),
    reminder: ticked.includes('reminder'),
    results: ticked.includes('results'),
  }
}

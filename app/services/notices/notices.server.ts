import {
  formatCause,
  type NotificationCause,
  needsReminder,
  selectDueReminders,
} from '#app/game/notification/notification.ts'
import type { Game, Round } from '#app/game/season/contest.ts'
import { findLastRound, findNextRound } from '#app/game/season/round.ts'
import { insertDismissedNotice, listDismissedNotices } from '#db/mail/dismissed-notices.server.ts'
import { findMailAddresses } from '#db/mail/mail-addresses.server.ts'
import { hasMailing, listAnnouncedRounds } from '#db/mail/mailings.server.ts'
import { isUnknownMailbox } from '#db/mail/outbox.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'
import { findLineup } from '#db/teams/lineups.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'

/**
 * The notices that the site shows to a manager who gets no mails, because no address is confirmed, its mailbox is unknown or mail
 * is disabled: those due and not dismissed. `now`: game time, epoch ms.
 */
export async function listNotices(db: Db, params: { managerId: number; now: number; isMailOn: boolean }) {
  const { managerId } = params
  const { confirmed } = await findMailAddresses(db, managerId)
  if (confirmed && params.isMailOn && !(await isUnknownMailbox(db, { managerId, addressId: confirmed.id })))
    return []
  const due = await listDueNotices(db, params)
  const dismissed = due.length === 0 ? [] : await listDismissedNotices(db, managerId)
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

/**
 * The notices that are due to a manager, by the rules of the mails: a new season while they have no team in it, the
 * next deadline while their line-up is automatic, the results of the last computed round. `now`: game time, epoch ms.
 */
async function listDueNotices(db: Db, { managerId, now }: { managerId: number; now: number }) {
  const game = await findActiveGame(db)
  if (!game) return []
  const rounds = await listRounds(db, game.id)
  const team = await findTeamOfManager(db, { gameId: game.id, managerId })
  const params = { db, game, rounds, teamId: team?.id, now }
  const causes = [
    ...(await listSeasonCauses(params)),
    ...(await listReminderCauses(params)),
    ...(await listResultsCauses(params)),
  ]
  return causes.map((cause) => {
    const roundNumber = cause.kind === 'season' ? undefined : cause.roundNumber
    const round = rounds.find((each) => each.roundNumber === roundNumber)
    /** Dismissed notices are identified by the cause's name; reminders and results have a round. */
    return { cause, name: formatCause(cause), game, round }
  })
}

interface NoticeParams {
  db: Db
  game: Game
  rounds: readonly Round[]
  teamId: number | undefined
  now: number
}

async function listSeasonCauses({ db, game, rounds, teamId, now }: NoticeParams) {
  const cause: NotificationCause = { kind: 'season', gameId: game.id }
  const isNews = teamId === undefined && findNextRound(rounds, now) && (await hasMailing(db, cause))
  return isNews ? [cause] : []
}

async function listReminderCauses({ db, game, rounds, teamId, now }: NoticeParams) {
  const causes: NotificationCause[] = []
  for (const { roundNumber, hours } of selectDueReminders(rounds, now)) {
    const lineup = teamId === undefined ? undefined : await findLineup(db, { teamId, roundNumber })
    if (needsReminder({ hasTeam: teamId !== undefined, isAutomatic: lineup?.isAutomatic ?? true }))
      causes.push({ kind: 'reminder', gameId: game.id, roundNumber, hours })
  }
  return causes
}

/** The last show's results, once they are due. The next show makes earlier results outdated. */
async function listResultsCauses({ db, game, rounds, teamId, now }: NoticeParams) {
  const roundNumber = (await listAnnouncedRounds(db, { gameId: game.id, now })).at(-1)
  if (teamId === undefined || roundNumber === undefined) return []
  if (roundNumber !== findLastRound(rounds, now)?.roundNumber) return []
  const lineup = await findLineup(db, { teamId, roundNumber })
  return lineup ? [{ kind: 'results', gameId: game.id, roundNumber } as const] : []
}

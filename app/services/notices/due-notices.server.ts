import {
  formatCause,
  type NotificationCause,
  needsReminder,
  selectDueReminders,
} from '#app/game/notification/notification.ts'
import type { Game, Round } from '#app/game/season/contest.ts'
import { findLastRound, findNextRound } from '#app/game/season/round.ts'
import { hasMailing, listAnnouncedRounds } from '#db/mail/mailings.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'
import { findLineup } from '#db/teams/lineups.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'

/** A notice to a manager, with the data for its text. */
export interface Notice {
  cause: NotificationCause
  /** The cause's name: dismissed notices are identified by it. */
  name: string
  game: Game
  /** Set for reminders and results. */
  round: Round | undefined
}

/**
 * The notices that are due to a manager, by the rules of the mails: a new season while they have no team in it, the
 * next deadline while their line-up is automatic, the results of the last computed round. `now`: game time, epoch ms.
 */
export async function listDueNotices(
  db: Db,
  { managerId, now }: { managerId: number; now: number },
): Promise<Notice[]> {
  const game = await findActiveGame(db)
  if (!game) return []
  const rounds = await listRounds(db, game.id)
  const team = await findTeamOfManager(db, { gameId: game.id, managerId })
  const params = { db, game, rounds, teamId: team?.id, now }
  return [
    ...(await listSeasonNotices(params)),
    ...(await listReminderNotices(params)),
    ...(await listResultsNotices(params)),
  ]
}

interface NoticeParams {
  db: Db
  game: Game
  rounds: readonly Round[]
  teamId: number | undefined
  now: number
}

async function listSeasonNotices({ db, game, rounds, teamId, now }: NoticeParams): Promise<Notice[]> {
  const cause = { kind: 'season', gameId: game.id } as const
  const isNews = teamId === undefined && findNextRound(rounds, now) && (await hasMailing(db, cause))
  return isNews ? [toNotice(cause, game)] : []
}

async function listReminderNotices({ db, game, rounds, teamId, now }: NoticeParams): Promise<Notice[]> {
  const notices = selectDueReminders(rounds, now).map(async ({ roundNumber, hours }) => {
    const lineup = teamId === undefined ? undefined : await findLineup(db, { teamId, roundNumber })
    const isAutomatic = lineup?.isAutomatic ?? true
    if (!needsReminder({ hasTeam: teamId !== undefined, isAutomatic })) return []
    const round = rounds.find((each) => each.roundNumber === roundNumber)
    return [toNotice({ kind: 'reminder', gameId: game.id, roundNumber, hours }, game, round)]
  })
  return (await Promise.all(notices)).flat()
}

/** The last show's results, once they are due. The next show makes earlier results outdated. */
async function listResultsNotices({ db, game, rounds, teamId, now }: NoticeParams): Promise<Notice[]> {
  const roundNumber = (await listAnnouncedRounds(db, { gameId: game.id, now })).at(-1)
  if (teamId === undefined || roundNumber === undefined) return []
  if (roundNumber !== findLastRound(rounds, now)?.roundNumber) return []
  if (!(await findLineup(db, { teamId, roundNumber }))) return []
  const round = rounds.find((each) => each.roundNumber === roundNumber)
  return [toNotice({ kind: 'results', gameId: game.id, roundNumber }, game, round)]
}

function toNotice(cause: NotificationCause, game: Game, round?: Round): Notice {
  return { cause, name: formatCause(cause), game, round }
}

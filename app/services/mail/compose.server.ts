import { decideNotificationTiming, needsReminder } from '#app/game/notification/notification.ts'
import { findRevealedRound } from '#app/game/results-choice.ts'
import type { Game } from '#app/game/season/contest.ts'
import { findNextRound } from '#app/game/season/round.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import { findResultsChoice } from '#db/accounts/results-choices.server.ts'
import { findMailAddress } from '#db/mail/mail-addresses.server.ts'
import type { ClaimedMail } from '#db/mail/outbox.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveGame } from '#db/seasons/games.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'
import { findLineup } from '#db/teams/lineups.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'
import type { MailContent } from './mail-layout.server.ts'
import {
  buildConfirmationMail,
  buildReminderMail,
  buildResultsMail,
  buildSeasonMail,
  buildTestMail,
  type MailLinks,
} from './mail-templates.server.ts'
import { toCause } from './mailings.server.ts'

/** A composed mail, or why there is none: dropped for good, or postponed. */
export type ComposeResult =
  | { ok: true; to: string; content: MailContent; unsubscribeUrl?: string }
  | NotComposed
export type NotComposed = { ok: false; why: 'dropped'; reason: string } | { ok: false; why: 'later' }

/** Finds the results in force of a season; null before the first publication. */
export type FindResults = (game: Game) => Promise<Results | null>

/**
 * Composes a mail from the current state. All conditions from when it was queued are checked again: the address, the
 * choice, the game, the deadline, the line-up. `now`: game time, epoch ms.
 */
export async function composeMail(
  db: Db,
  mail: ClaimedMail,
  { links, now, readResults }: { links: MailLinks; now: number; readResults: FindResults },
): Promise<ComposeResult> {
  const address = await findMailAddress(db, mail.addressId)
  if (!address) return dropped('The address was removed.')
  const { address: to, timeZone, confirmedAt, choices } = address
  const reader = { addressId: mail.addressId, timeZone, links }
  const { kind } = mail
  if (kind === 'confirm') {
    if (confirmedAt !== null) return dropped('The address was confirmed in the meantime.')
    return { ok: true, to, content: buildConfirmationMail(reader) }
  }
  if (confirmedAt === null) return dropped('The address is not confirmed.')
  if (kind === 'test') return { ok: true, to, content: buildTestMail(reader) }
  if (!choices[kind]) return dropped('It was unsubscribed in the meantime.')
  const notice = await composeNotice({ db, mail, reader, now, readResults })
  if ('ok' in notice) return notice
  return { ok: true, to, content: notice, unsubscribeUrl: links.unsubscribe(kind, mail.addressId) }
}

interface NoticeParams {
  db: Db
  mail: ClaimedMail
  reader: { addressId: number; timeZone: string | null; links: MailLinks }
  now: number
  readResults: FindResults
}

async function composeNotice({
  db,
  mail,
  reader,
  now,
  readResults,
}: NoticeParams): Promise<MailContent | NotComposed> {
  const cause = toCause(mail)
  const game = await findActiveGame(db)
  if (!cause || !game) return outdated
  const rounds = await listRounds(db, game.id)
  // Results are held back by their mailing; once queued, they are due.
  const timing = decideNotificationTiming(cause, now, { isActive: game.id === cause.gameId, rounds, now })
  if (timing !== 'now') return timing === 'later' ? { ok: false, why: 'later' } : outdated
  const { managerId } = mail
  const team = await findTeamOfManager(db, { gameId: game.id, managerId })
  if (cause.kind === 'season') {
    const next = findNextRound(rounds, now)
    return next ? buildSeasonMail(reader, game, next) : outdated
  }
  const round = rounds.find((each) => each.roundNumber === cause.roundNumber)
  if (!round) return outdated
  if (cause.kind === 'reminder') {
    const lineup = team && (await findLineup(db, { teamId: team.id, roundNumber: cause.roundNumber }))
    const isNeeded = needsReminder({ hasTeam: team !== undefined, isAutomatic: lineup?.isAutomatic ?? true })
    return isNeeded
      ? buildReminderMail(reader, game, round, team !== undefined)
      : dropped('The line-up was set in the meantime.')
  }
  const results = team ? (await readResults(game))?.listRoundResults(team.id) : undefined
  const result = results?.find((each) => each.roundNumber === cause.roundNumber)
  if (!team || !result) return dropped('There is no result of that round.')
  const choice = await findResultsChoice(db, managerId)
  const isRevealed = round.roundNumber <= findRevealedRound(choice, game.year)
  return buildResultsMail(reader, {
    game,
    round,
    teamName: team.teamName,
    result: isRevealed ? result : null,
  })
}

const outdated = dropped('It was no longer news.')

function dropped(reason: string): NotComposed {
  return { ok: false, why: 'dropped', reason }
}

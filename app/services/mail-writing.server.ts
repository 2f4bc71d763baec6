import type { Game } from '#app/game/contest.ts'
import { needsReminder, tellability } from '#app/game/notification.ts'
import { findNextRound } from '#app/game/round.ts'
import { findActiveGame } from '#db/games.server.ts'
import { findLineup } from '#db/lineups.server.ts'
import { findRecipient } from '#db/mail-recipients.server.ts'
import type { ClaimedMail } from '#db/outbox.server.ts'
import { listRounds } from '#db/rounds.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findTeamOfManager } from '#db/teams.server.ts'
import type { Letter } from './letter.server.ts'
import {
  confirmLetter,
  type MailLinks,
  reminderLetter,
  resultsLetter,
  seasonLetter,
  testLetter,
} from './letters.server.ts'
import { toCause } from './mailings.server.ts'
import type { Results } from './scoreboard/results.server.ts'

/** A mail as it goes out now, or why it does not: it is left out for good, or its time has not come (again). */
export type Writing =
  | { ok: true; to: string; letter: Letter; unsubscribeUrl: string | undefined }
  | { ok: false; why: 'dropped'; reason: string }
  | { ok: false; why: 'later' }

/** The results in force of a season; null while there are none. */
export type ReadResults = (game: Game) => Promise<Results | null>

type Written = Letter | { dropped: string } | 'later'

/**
 * Writes a mail from what is so at this moment. Everything that spoke for it when it was queued is asked again: the
 * address, the choice, the game, the deadline, the line-up. `now`: game time, epoch ms.
 */
export async function writeMail(
  db: Db,
  mail: ClaimedMail,
  { links, now, readResults }: { links: MailLinks; now: number; readResults: ReadResults },
): Promise<Writing> {
  const recipient = await findRecipient(db, mail.addressId)
  if (!recipient) return dropped('The address was removed.')
  const { address: to, timeZone, isConfirmed, wants } = recipient
  const reader = { addressId: mail.addressId, timeZone, links }
  const { kind } = mail
  if (kind === 'confirm') {
    if (isConfirmed) return dropped('The address was confirmed meanwhile.')
    return { ok: true, to, letter: confirmLetter(reader), unsubscribeUrl: undefined }
  }
  if (!isConfirmed) return dropped('The address is not confirmed.')
  if (kind === 'test') return { ok: true, to, letter: testLetter(reader), unsubscribeUrl: undefined }
  if (!wants[kind]) return dropped('It was unsubscribed meanwhile.')
  const written = await writeNotice({ db, mail, reader, now, readResults })
  if (written === 'later') return { ok: false, why: 'later' }
  if ('dropped' in written) return dropped(written.dropped)
  return { ok: true, to, letter: written, unsubscribeUrl: links.unsubscribe(kind, mail.addressId) }
}

interface Asked {
  db: Db
  mail: ClaimedMail
  reader: { addressId: number; timeZone: string | null; links: MailLinks }
  now: number
  readResults: ReadResults
}

async function writeNotice({ db, mail, reader, now, readResults }: Asked): Promise<Written> {
  const cause = toCause(mail)
  const game = await findActiveGame(db)
  if (!cause || !game) return old
  const rounds = await listRounds(db, game.id)
  // Results wait in their mailing for their hour; once they are queued it has come.
  const told = tellability(cause, now, { isActive: game.id === cause.gameId, rounds, now })
  if (told !== 'now') return told === 'later' ? 'later' : old
  const { managerId } = mail
  const team = await findTeamOfManager(db, { gameId: game.id, managerId })
  if (cause.kind === 'season') {
    const next = findNextRound(rounds, now)
    return next ? seasonLetter(reader, game, next) : old
  }
  const round = rounds.find((each) => each.roundNumber === cause.roundNumber)
  if (!round) return old
  if (cause.kind === 'reminder') {
    const lineup = team && (await findLineup(db, { teamId: team.id, roundNumber: cause.roundNumber }))
    const isNeeded = needsReminder({ hasTeam: team !== undefined, isAutomatic: lineup?.isAutomatic ?? true })
    return isNeeded
      ? reminderLetter(reader, game, round, team !== undefined)
      : { dropped: 'The line-up was set meanwhile.' }
  }
  const results = team ? (await readResults(game))?.listRoundResults(team.id) : undefined
  const result = results?.find((each) => each.roundNumber === cause.roundNumber)
  if (!team || !result) return { dropped: 'There is no result of that round.' }
  return resultsLetter(reader, { game, round, teamName: team.teamName, result })
}

const old = { dropped: 'It was no longer news.' }

function dropped(reason: string): Writing {
  return { ok: false, why: 'dropped', reason }
}

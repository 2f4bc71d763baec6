import { adjustLineups, type Lineup } from '#app/game/lineup/lineup.ts'
import type { Problem } from '#app/game/problems.ts'
import type { Contest } from '#app/game/season/contest.ts'
import { isFromOtherSeason } from '#app/game/season/form-season.ts'
import { findLastRound, findNextRound, isChangeAllowed, isOpen } from '#app/game/season/round.ts'
import {
  checkTeam,
  parseTeamNames,
  pickEntriesById,
  type Team,
  type TeamInput,
  toTeamVersion,
} from '#app/game/team/team.ts'
import { findManager } from '#db/accounts/managers.server.ts'
import type { Clock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveContest, updateTeamCount } from '#db/seasons/games.server.ts'
import { listLineups, replaceLineups } from '#db/teams/lineups.server.ts'
import { insertReceipt, type NewReceipt } from '#db/teams/receipts.server.ts'
import { findTeamOfManager, insertTeam, type NewTeam, updateTeam } from '#db/teams/teams.server.ts'
import { bumpVersion } from '#db/versions.server.ts'

/** `isFirst`: the save made the team. `savedAt`: its game time. */
export type SaveTeamResult =
  | { ok: true; teamId: number; isFirst: boolean; savedAt: number }
  | { ok: false; problems: readonly Problem[] }

interface SaveTeamParams {
  managerId: number
  input: TeamInput
  clock: Clock
  /** The form's season by its year; the active season when undefined. */
  season?: number | undefined
  /**
   * The last round that a new manager knows to have missed, 0 for none: a late join that was not confirmed is refused
   * (D7). Undefined where no confirmation is required (the API).
   */
  confirmedMissedRound?: number | undefined
  /** The versions of the team that the form knows of; undefined where it knows none (the API). */
  bases?: readonly string[] | undefined
}

/**
 * Creates or changes the manager's team in the active season, adjusts its line-ups (D7, D8), and stores a receipt. A
 * form of another season is refused, and so are an unconfirmed late join and a form that does not know of the last save.
 * Game time is read inside the write transaction: at the deadline it is closed (D6).
 */
export async function saveTeam(db: Db, params: SaveTeamParams): Promise<SaveTeamResult> {
  const { managerId, input, clock, season } = params
  return db.transaction().execute(async (tx) => {
    const contest = await findActiveContest(tx)
    if (!contest) return refuse('ACTIVE_GAME_MISSING')
    if (isFromOtherSeason(season, contest)) return refuse('SEASON_CHANGED')
    const team = await findTeamOfManager(tx, { gameId: contest.id, managerId })
    if (!team && !(await findManager(tx, managerId))) return refuse('ACCOUNT_MISSING')
    const now = await clock(tx)
    const closed = findClosedProblem(contest, team, now)
    if (closed) return refuse(closed)
    const checked = checkTeam(contest, parseTeamNames(input, team), input.codes)
    if (!checked.ok) return checked
    if (!team && needsConfirmation(contest, now, params)) return refuse('LOCK_UNCONFIRMED')
    const { entries, ...names } = checked.value
    const entryIds = entries.map((entry) => entry.id)
    const [stored, sent] = [toTeamVersion(team), toTeamVersion({ ...names, entryIds })]
    if (params.bases && ![...params.bases, sent].includes(stored)) return refuse('SAVED_MEANWHILE')
    const row = { gameId: contest.id, managerId, ...names, entryIds, now }
    const teamId = await storeTeam(tx, contest, team, row)
    return { ok: true, teamId, isFirst: team === undefined, savedAt: now }
  })
}

function refuse(problem: Problem): SaveTeamResult {
  return { ok: false, problems: [problem] }
}

/** Why no team can be saved now, or null (D7). */
function findClosedProblem(contest: Contest, team: Team | undefined, now: number): Problem | null {
  if (!findNextRound(contest.rounds, now)) return 'GAME_CONCLUDED'
  return isChangeAllowed(contest.rounds, team !== undefined, now) ? null : 'TEAM_CHANGE_NOT_ALLOWED'
}

function needsConfirmation(
  { rounds }: Contest,
  now: number,
  { confirmedMissedRound }: SaveTeamParams,
): boolean {
  const missed = findLastRound(rounds, now)?.roundNumber ?? 0
  return confirmedMissedRound !== undefined && missed > confirmedMissedRound
}

/** Stores the team with its line-ups and their receipts, and returns its id. */
async function storeTeam(tx: Db, contest: Contest, team: Team | undefined, row: NewTeam): Promise<number> {
  const { gameId, managerId, teamName, entryIds, now } = row
  const stored = team ? await listLineups(tx, team.id) : []
  // A past round retains its line-up, or stays empty for a newcomer (D7).
  const open = contest.rounds.filter((round) => isOpen(round, now))
  const { automatic, adjusted } = adjustLineups(open, stored, entryIds, now)
  const insertReceiptOf = (
    saved: Pick<NewReceipt, 'kind' | 'teamName'>,
    lineups: Lineup[],
    ids: readonly number[],
  ) =>
    insertReceipt(tx, {
      ...saved,
      gameId,
      managerId,
      roundNumbers: lineups.map((lineup) => lineup.roundNumber),
      codes: pickEntriesById(contest.entries, ids).map((entry) => entry.code),
      savedAt: now,
    })
  const receiptId = await insertReceiptOf({ kind: 'team', teamName }, automatic, entryIds)
  const teamId = await replaceTeam(tx, team, { ...row, receiptId })
  await replaceLineups(tx, teamId, automatic, receiptId)
  for (const lineup of adjusted) {
    const adjustedId = await insertReceiptOf({ kind: 'refit' }, [lineup], lineup.entryIds)
    await replaceLineups(tx, teamId, [lineup], adjustedId)
  }
  return teamId
}

async function replaceTeam(tx: Db, team: Team | undefined, row: NewTeam): Promise<number> {
  await bumpVersion(tx, 'ranking')
  if (team) {
    await updateTeam(tx, team.id, row)
    return team.id
  }
  await updateTeamCount(tx, row.gameId)
  return insertTeam(tx, row)
}

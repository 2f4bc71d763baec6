import type { Contest, Entry } from '#app/game/contest.ts'
import { isOfOtherSeason } from '#app/game/form-season.ts'
import { fitLineups } from '#app/game/lineup.ts'
import type { Problem } from '#app/game/problems.ts'
import { findLastRound, findNextRound, isChangeAllowed, isOpen } from '#app/game/round.ts'
import { checkTeam, entriesOf, readTeamNames, type Team, type WantedTeam } from '#app/game/team.ts'
import { hasManager } from '#db/accounts.server.ts'
import type { Clock } from '#db/clock.server.ts'
import { countTeamIn, findActiveContest } from '#db/games.server.ts'
import { listLineups, replaceLineups } from '#db/lineups.server.ts'
import { insertReceipt } from '#db/receipts.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findTeamOfManager, insertTeam, type NewTeam, updateTeam } from '#db/teams.server.ts'
import { bumpVersion } from '#db/versions.server.ts'

export type SavedTeam = { ok: true; teamId: number } | { ok: false; problems: readonly Problem[] }

interface Wish {
  managerId: number
  wanted: WantedTeam
  clock: Clock
  /** The season of the form that asks for it, by its year; undefined where none is said: then the active one is meant. */
  season?: number | undefined
  /**
   * The number of the last round that a newcomer knows to have missed, 0 for none: a late join that they were not asked
   * about is refused (D7). Undefined where nobody is asked (the API).
   */
  knownMissedRound?: number | undefined
}

/**
 * Creates or changes the manager's team in the active season, and fits its line-ups to it (D7, D8), with
 * a receipt for all of it. A form of another season is refused, and a late join that its manager was not asked about.
 * Game time is read inside the write transaction: at the deadline it is closed (D6). Names are read before it.
 */
export async function saveTeam(db: Db, wish: Wish): Promise<SavedTeam> {
  const { managerId, wanted, clock, season } = wish
  const read = readTeamNames(wanted)
  return db.transaction().execute(async (tx) => {
    const contest = await findActiveContest(tx)
    if (!contest) return refuse('ACTIVE_GAME_MISSING')
    if (isOfOtherSeason(season, contest)) return refuse('SEASON_CHANGED')
    const team = await findTeamOfManager(tx, { gameId: contest.id, managerId })
    if (!team && !(await hasManager(tx, managerId))) return refuse('ACCOUNT_MISSING')
    const now = await clock(tx)
    const closed = whyClosed(contest, team, now)
    if (closed) return refuse(closed)
    const checked = checkTeam(contest, read, wanted.codes)
    if (!checked.ok) return checked
    if (!team && isLateUnasked(contest, now, wish)) return refuse('JOIN_IS_LATE')
    const { entries, ...names } = checked.value
    const saving = { contest, team, managerId, ...names, entries, now }
    return { ok: true, teamId: await storeTeam(tx, saving) }
  })
}

function refuse(problem: Problem): SavedTeam {
  return { ok: false, problems: [problem] }
}

/** Why no team can be saved now, or null (D7). */
function whyClosed(contest: Contest, team: Team | undefined, now: number): Problem | null {
  if (!findNextRound(contest.rounds, now)) return 'GAME_CONCLUDED'
  return isChangeAllowed(contest.rounds, team !== undefined, now) ? null : 'TEAM_CHANGE_NOT_ALLOWED'
}

function isLateUnasked({ rounds }: Contest, now: number, { knownMissedRound }: Wish): boolean {
  const missed = findLastRound(rounds, now)?.roundNumber ?? 0
  return knownMissedRound !== undefined && missed > knownMissedRound
}

interface Saving {
  contest: Contest
  team: Team | undefined
  managerId: number
  teamName: string
  managerName: string
  entries: readonly Entry[]
  now: number
}

/** Stores the team with its line-ups and their receipts, and returns its id. */
async function storeTeam(tx: Db, saving: Saving): Promise<number> {
  const { contest, team, managerId, teamName, managerName, entries, now } = saving
  const entryIds = entries.map((entry) => entry.id)
  const stored = team ? await listLineups(tx, team.id) : []
  // A round that is past keeps what it had, or stays empty for a newcomer (D7).
  const open = contest.rounds.filter((round) => isOpen(round, now))
  const { automatic, adjusted } = fitLineups(open, stored, entryIds, now)
  const whose = { gameId: contest.id, managerId, savedAt: now }
  const receiptId = await insertReceipt(tx, {
    ...whose,
    kind: 'team',
    teamName,
    roundNumbers: automatic.map((lineup) => lineup.roundNumber),
    codes: entries.map((entry) => entry.code),
  })
  const row = { gameId: contest.id, managerId, teamName, managerName, entryIds, now, receiptId }
  const teamId = await replaceTeam(tx, team, row)
  await replaceLineups(tx, teamId, automatic, receiptId)
  for (const lineup of adjusted) {
    const codes = entriesOf(contest.entries, lineup.entryIds).map((entry) => entry.code)
    const wanted = { ...whose, kind: 'refit', roundNumbers: [lineup.roundNumber], codes } as const
    await replaceLineups(tx, teamId, [lineup], await insertReceipt(tx, wanted))
  }
  return teamId
}

async function replaceTeam(tx: Db, team: Team | undefined, row: NewTeam): Promise<number> {
  await bumpVersion(tx, 'ranking')
  if (team) {
    await updateTeam(tx, team.id, row)
    return team.id
  }
  await countTeamIn(tx, row.gameId)
  return insertTeam(tx, row)
}

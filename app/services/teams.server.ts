import type { Contest, Round } from '#app/game/contest.ts'
import { type Lineup, refitLineup } from '#app/game/lineup.ts'
import type { Problem } from '#app/game/problems.ts'
import { findNextRound, isChangeAllowed, isOpen } from '#app/game/round.ts'
import { checkTeam, type Team, type WantedTeam } from '#app/game/team.ts'
import type { Clock } from '#db/clock.server.ts'
import { countTeamIn, findActiveContest } from '#db/games.server.ts'
import { listLineups, replaceLineups } from '#db/lineups.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findTeamOfManager, insertTeam, updateTeam } from '#db/teams.server.ts'
import { bumpVersion } from '#db/versions.server.ts'

export type SavedTeam = { ok: true; teamId: number } | { ok: false; problems: readonly Problem[] }

/**
 * Creates or changes the manager's team in the active season, and fits its line-ups to it (D7, D8).
 * Game time is read inside the write transaction: at the deadline it is closed (D6).
 */
export async function saveTeam(
  db: Db,
  { managerId, wanted, clock }: { managerId: number; wanted: WantedTeam; clock: Clock },
): Promise<SavedTeam> {
  return db.transaction().execute(async (tx) => {
    const contest = await findActiveContest(tx)
    if (!contest) return refuse('ACTIVE_GAME_MISSING')
    const team = await findTeamOfManager(tx, { gameId: contest.id, managerId })
    const now = await clock(tx)
    const closed = whyClosed(contest, team, now)
    if (closed) return refuse(closed)
    const checked = checkTeam(contest, wanted)
    if (!checked.ok) return checked
    const { entries, ...names } = checked.value
    const entryIds = entries.map((entry) => entry.id)
    const teamId = await storeTeam(tx, { contest, team, managerId, ...names, entryIds, now })
    await fitLineups(tx, { teamId, rounds: contest.rounds, entryIds, now })
    return { ok: true, teamId }
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

interface StoredTeam {
  contest: Contest
  team: Team | undefined
  managerId: number
  teamName: string
  managerName: string
  entryIds: readonly number[]
  now: number
}

async function storeTeam(tx: Db, { contest, team, ...values }: StoredTeam): Promise<number> {
  await bumpVersion(tx, 'ranking')
  if (team) {
    await updateTeam(tx, team.id, values)
    return team.id
  }
  await countTeamIn(tx, contest.id)
  return insertTeam(tx, { ...values, gameId: contest.id })
}

/** Open rounds only: a round that is past keeps what it had, or stays empty for a newcomer (D7). */
async function fitLineups(
  tx: Db,
  team: { teamId: number; rounds: readonly Round[]; entryIds: readonly number[]; now: number },
): Promise<void> {
  const stored = await listLineups(tx, team.teamId)
  const open = team.rounds.filter((round) => isOpen(round, team.now))
  const fitted = open.map(({ roundNumber }): Lineup => {
    const saved = stored.find((lineup) => lineup.roundNumber === roundNumber && !lineup.isAutomatic)
    if (saved) return { ...saved, entryIds: refitLineup(saved.entryIds, team.entryIds) }
    return { roundNumber, entryIds: team.entryIds, isAutomatic: true, savedAt: team.now }
  })
  await replaceLineups(tx, team.teamId, fitted)
}

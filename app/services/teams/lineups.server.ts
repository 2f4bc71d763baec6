import { resolveLineups } from '#app/game/lineup/automatic-lineup.ts'
import { isOrderOf, type Lineup } from '#app/game/lineup/lineup.ts'
import type { Outcome } from '#app/game/problems.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { isFromOtherSeason } from '#app/game/season/form-season.ts'
import { isOpen } from '#app/game/season/round.ts'
import { pickEntriesByCode, pickEntriesById, type Team } from '#app/game/team/team.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import type { Clock } from '#db/clock.server.ts'
import { engineOf } from '#db/engine.server.ts'
import type { Db } from '#db/schema.server.ts'
import { findActiveContest } from '#db/seasons/games.server.ts'
import { findLineup, listLineups, replaceLineups } from '#db/teams/lineups.server.ts'
import { insertReceipt } from '#db/teams/receipts.server.ts'
import { findTeamOfManager } from '#db/teams/teams.server.ts'

interface LineupInput {
  roundNumber: number
  /** Entry codes in order of position. */
  codes: readonly string[]
  /** Also saves the line-up for all later open rounds, overwriting theirs (D8). */
  alsoLater: boolean
}

interface SaveLineupParams {
  managerId: number
  input: LineupInput
  clock: Clock
  /** The form's season by its year; the active season when undefined. */
  season?: number | undefined
  /** The orders of the round, 'AT.EE.GR.IT.PL.LV', that the form knows of; undefined where it knows none (the API). */
  bases?: readonly string[] | undefined
}

/**
 * Saves a line-up of the manager's team: nothing that other managers write. Whether the round is open is decided by game time inside the write
 * transaction (D6); the receipt records that time. Returns the rounds it was saved for. A form of another season is
 * refused, and so is one that does not know of the last save.
 */
export async function saveLineup(
  db: Db,
  { managerId, input, clock, season, bases }: SaveLineupParams,
): Promise<Outcome<readonly Round[]>> {
  return engineOf(db).runManagerTransaction(db, managerId, async (tx): Promise<Outcome<readonly Round[]>> => {
    const contest = await findActiveContest(tx)
    if (!contest) return { ok: false, problem: 'ACTIVE_GAME_MISSING' }
    if (isFromOtherSeason(season, contest)) return { ok: false, problem: 'SEASON_CHANGED' }
    const team = await findTeamOfManager(tx, { gameId: contest.id, managerId })
    if (!team) return { ok: false, problem: 'TEAM_MISSING' }
    const now = await clock(tx)
    const checked = checkLineup(contest, team, input, now)
    if (!checked.ok) return checked
    const { rounds, entryIds } = checked.value
    const lineup = await findLineup(tx, { teamId: team.id, roundNumber: input.roundNumber })
    const stored = pickEntriesById(contest.entries, lineup?.entryIds ?? []).map(({ code }) => code)
    // An automatic order is nobody's: a save replaces it without a word.
    const isOwn = lineup?.isAutomatic === false
    if (bases && isOwn && ![...bases, input.codes.join('.')].includes(stored.join('.')))
      return { ok: false, problem: 'SAVED_MEANWHILE' }
    const receiptId = await insertReceipt(tx, {
      gameId: contest.id,
      managerId,
      kind: 'line-up',
      roundNumbers: rounds.map((round) => round.roundNumber),
      codes: input.codes,
      savedAt: now,
    })
    const lineups = rounds.map(({ roundNumber }) => ({
      roundNumber,
      entryIds,
      isAutomatic: false,
      savedAt: now,
    }))
    await replaceLineups(tx, team.id, lineups, receiptId)
    return { ok: true, value: rounds }
  })
}

function checkLineup(contest: Contest, team: Team, input: LineupInput, now: number) {
  const round = contest.rounds.find((each) => each.roundNumber === input.roundNumber)
  if (!round) return { ok: false, problem: 'ROUND_MISSING' } as const
  if (!isOpen(round, now)) return { ok: false, problem: 'ROUND_PAST_DEADLINE' } as const
  const entryIds = pickEntriesByCode(contest.entries, input.codes).map((entry) => entry.id)
  const isComplete = entryIds.length === input.codes.length && isOrderOf(team.entryIds, entryIds)
  if (!isComplete) return { ok: false, problem: 'LINEUP_MISMATCH' } as const
  const rounds = input.alsoLater
    ? contest.rounds.filter((each) => each.deadlineAt >= round.deadlineAt)
    : [round]
  return { ok: true, value: { rounds, entryIds } } as const
}

interface CurrentLineupsParams {
  contest: Contest
  official: Results | null
  /** The newest round whose results may be shown (D38). */
  revealedRound: number
  team: Team
}

/**
 * A team's line-ups as they count: an automatic one of an open round as it would be stored now, by the official results
 * (D8). The caller
 * decides which rounds a visitor may see (D9).
 */
export async function listCurrentLineups(
  db: Db,
  { contest, official, revealedRound, team }: CurrentLineupsParams,
): Promise<Lineup[]> {
  return resolveLineups(await listLineups(db, team.id), {
    season: contest,
    rounds: contest.rounds,
    team: team.entryIds,
    official: official?.season.points ?? [],
    revealedRound,
  })
}

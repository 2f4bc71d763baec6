import { listAbsentEntries } from '#app/game/lineup/automatic-lineup.ts'
import type { Lineup } from '#app/game/lineup/lineup.ts'
import type { Contest } from '#app/game/season/contest.ts'
import { findNextRound, isOpen } from '#app/game/season/round.ts'
import { pickEntriesById, type Team } from '#app/game/team/team.ts'
import type { InstantFormatter } from '#app/http/cookies/time-zone.server.ts'
import type { Results } from '#app/services/scoreboard/results.server.ts'
import { listCurrentLineups } from '#app/services/teams/lineups.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { LineupRound } from './view.ts'

interface LineupRoundsParams {
  contest: Contest
  results: Results | null
  team: Team
  /** Game time, epoch ms. */
  now: number
  print: InstantFormatter
}

/** The contest's rounds with the team's line-up for each. */
export async function loadRounds(
  db: Db,
  { contest, results, team, now, print }: LineupRoundsParams,
): Promise<LineupRound[]> {
  const lineups = await listCurrentLineups(db, { contest, results, team })
  const next = findNextRound(contest.rounds, now)
  const official = results?.season.points ?? []
  return contest.rounds.map((round) => ({
    roundNumber: round.roundNumber,
    title: round.title,
    deadline: print(round.deadlineAt),
    isOpen: isOpen(round, now),
    isNext: round === next,
    isScored: round.computedAt !== null,
    ...storedOrder(contest, team, {
      lineup: lineups.find((lineup) => lineup.roundNumber === round.roundNumber),
      absent: listAbsentEntries(contest, round, official),
    }),
  }))
}

interface StoredLineup {
  lineup: Lineup | undefined
  absent: ReadonlySet<number>
}

function storedOrder(contest: Contest, team: Team, { lineup, absent }: StoredLineup) {
  const entries = pickEntriesById(contest.entries, lineup?.entryIds ?? team.entryIds)
  const isAutomatic = lineup?.isAutomatic ?? true
  return {
    stored: entries.map((entry) => entry.code),
    isAutomatic,
    hasAbsent: isAutomatic && entries.some((entry) => absent.has(entry.id)),
  }
}

import type { Contest } from '#app/game/contest.ts'
import type { Lineup } from '#app/game/lineup.ts'
import { findNextRound, isOpen } from '#app/game/round.ts'
import { entriesOf, type Team } from '#app/game/team.ts'
import type { InstantPrinter } from '#app/http/zone.server.ts'
import { listLineups } from '#db/lineups.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { LineupRound } from './view.ts'

/** The contest's rounds with what the team stored for each. `now` in epoch ms. */
export async function loadRounds(
  db: Db,
  { contest, team, now, print }: { contest: Contest; team: Team; now: number; print: InstantPrinter },
): Promise<LineupRound[]> {
  const lineups = await listLineups(db, team.id)
  const next = findNextRound(contest.rounds, now)
  return contest.rounds.map((round) => ({
    roundNumber: round.roundNumber,
    title: round.title,
    deadline: print(round.deadlineAt),
    isOpen: isOpen(round, now),
    isNext: round === next,
    isScored: round.computedAt !== null,
    ...storedOrder(
      contest,
      team,
      lineups.find((lineup) => lineup.roundNumber === round.roundNumber),
    ),
  }))
}

function storedOrder(contest: Contest, team: Team, lineup: Lineup | undefined) {
  const entries = entriesOf(contest.entries, lineup?.entryIds ?? team.entryIds)
  return { stored: entries.map((entry) => entry.code), isAutomatic: lineup?.isAutomatic ?? true }
}

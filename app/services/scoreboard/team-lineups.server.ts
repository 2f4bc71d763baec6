import type { Contest, Round } from '#app/game/season/contest.ts'
import type { LineupColumn, SeasonColumns } from './lineup-columns.server.ts'
import { indexOfTeam } from './results.server.ts'

/** The line-ups of a closed round, by team. */
export interface TeamLineups {
  /** Entry ids in the order of the line-up; empty for a team that joined after the round began. */
  of: (teamId: number) => number[]
}

type FindColumn = (
  season: Contest,
  round: Round,
) => Promise<{ columns: SeasonColumns; column: LineupColumn } | undefined>

/**
 * Reads the line-ups of teams from memory. Null while the round's line-ups are being stored and read (D8); the caller asks for
 * closed rounds only (D36).
 */
export function createTeamLineups(findColumn: FindColumn) {
  return async (season: Contest, round: Round): Promise<TeamLineups | null> => {
    const found = await findColumn(season, round)
    if (!found) return null
    const { columns, column } = found
    const ids = season.entries.map((entry) => entry.id).sort((a, b) => a - b)
    const { teamSize } = season
    return {
      of(teamId) {
        const team = indexOfTeam(columns, teamId)
        if (team === null) return []
        const positions = column.lineups.subarray(team * teamSize, (team + 1) * teamSize)
        return [...positions].flatMap((position) => ids[position - 1] ?? [])
      },
    }
  }
}

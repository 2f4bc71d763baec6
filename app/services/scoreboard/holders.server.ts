import type { Holders } from '#app/game/scoreboard/holders.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { type LineupColumn, type SeasonColumns, toEntryPositions } from './lineup-columns.server.ts'
import { indexOfTeam } from './results.server.ts'
import type { TaskRunner } from './task-runner.server.ts'

/** The holders of a round's countries, by entry id. */
export interface RoundHolders {
  /** Teams with a line-up in the round. */
  teamCount: number
  /** How many teams hold a country, and how many of them have it first. */
  ofEntry: (entryId: number) => { held: number; first: number }
}

/** The line-ups of a closed round; undefined while they are being stored. Writes nothing. */
type FindColumn = (
  season: Contest,
  round: Round,
) => Promise<{ columns: SeasonColumns; column: LineupColumn } | undefined>

interface HoldersOptions {
  tasks: TaskRunner
  findColumn: FindColumn
}

/** Counts the holders of each country in closed rounds, once for each time that their line-ups are read. */
export function createHolders({ tasks, findColumn }: HoldersOptions) {
  const counted = new WeakMap<Uint8Array, Promise<Holders>>()

  function count({ lineups }: LineupColumn, { entries, teamSize }: Contest): Promise<Holders> {
    const known = counted.get(lineups)
    if (known) return known
    const counting = tasks.countHolders({ lineups, teamSize, entryCount: entries.length })
    counted.set(lineups, counting)
    counting.catch(() => counted.delete(lineups))
    return counting
  }

  /** Null while the round's line-ups are being stored and read (D8); the caller asks for closed rounds only (D36). */
  return async (season: Contest, round: Round): Promise<RoundHolders | null> => {
    const found = await findColumn(season, round)
    if (!found) return null
    const { teamCount, held, first } = await count(found.column, season)
    const positions = toEntryPositions(season.entries)
    return {
      teamCount,
      ofEntry(entryId) {
        const index = (positions.get(entryId) ?? 0) - 1
        return { held: held[index] ?? 0, first: first[index] ?? 0 }
      },
    }
  }
}

/**
 * Reads the line-ups of teams from memory. Null while the round's line-ups are being stored and read (D8); the caller asks for
 * closed rounds only (D36).
 */
export function createTeamLineups(findColumn: FindColumn) {
  return async (season: Contest, round: Round) => {
    const found = await findColumn(season, round)
    if (!found) return null
    const { columns, column } = found
    const ids = season.entries.map((entry) => entry.id).sort((a, b) => a - b)
    const { teamSize } = season
    return {
      /** Entry ids in the order of the line-up; empty for a team that joined after the round began. */
      of(teamId: number): number[] {
        const team = indexOfTeam(columns, teamId)
        if (team === null) return []
        const positions = column.lineups.subarray(team * teamSize, (team + 1) * teamSize)
        return [...positions].flatMap((position) => ids[position - 1] ?? [])
      },
    }
  }
}

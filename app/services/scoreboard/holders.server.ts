import type { Holders } from '#app/game/scoreboard/holders.ts'
import type { Contest, Round } from '#app/game/season/contest.ts'
import { type LineupColumn, toEntryPositions } from './lineup-columns.server.ts'
import type { TaskRunner } from './task-runner.server.ts'

/** How many teams hold a country in a round, and how many of them have it first. */
export interface EntryHolders {
  held: number
  first: number
}

/** The holders of a round's countries, by entry id. */
export interface RoundHolders {
  /** Teams with a line-up in the round. */
  teamCount: number
  ofEntry: (entryId: number) => EntryHolders
}

interface HoldersOptions {
  tasks: TaskRunner
  /** The line-ups of a closed round; undefined while they are being stored. Writes nothing. */
  findColumn: (season: Contest, round: Round) => Promise<{ column: LineupColumn } | undefined>
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

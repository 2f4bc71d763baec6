import { LRUCache } from 'lru-cache'
import {
  changeLeagueMember,
  findLeaguePlace,
  type LeagueTable,
  listTeamsOnPage,
} from '#app/game/scoreboard/standings.ts'
import type { LeagueStanding } from '#app/game/scoring/ranking.ts'
import { findLastMembershipChangeId, listMembershipChangesAfter } from '#db/leagues/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type ComputedBoard, indexOfTeam, type RankedRow } from './results.server.ts'
import type { RankedLeague } from './task-runner.server.ts'

/** A league's table at one publication. */
export type LeagueResults = ReturnType<typeof toLeagueResults>

/** Cache size for the tables of large leagues: 12 bytes a member. */
const maxBytes = 32 * 1024 * 1024
const overheadBytes = 512
/** After more joins and leaves than this the members are read again. */
const maxChanges = 1_000

interface LeagueTablesOptions {
  db: Db
  season: ComputedBoard
  /** Ranks a league, from the known members or else from the stored ones. */
  rank: (season: ComputedBoard, leagueId: number, known?: RankedLeague) => Promise<RankedLeague>
  /** The tables of the scoreboard before, of the same teams: a league that is in them is ranked without being read. */
  earlier?: LeagueTables['cached'] | undefined
}

/** A cache of the league tables of one scoreboard. */
export interface LeagueTables {
  cached: Pick<LRUCache<number, RankedLeague>, 'entries' | 'peek'>
  /** A league's table with its current members. `lastChange`: its last join or leave, where that has been read already. */
  find: (leagueId: number, lastChange?: number) => Promise<LeagueResults>
  /** Its members by their team indices. */
  listMembers: (leagueId: number) => Promise<Int32Array>
  /**
   * Ranks the large leagues that are cached for another scoreboard of the same teams, so that no reader waits for
   * them after the publication.
   */
  rankCached: (other: LeagueTables, isSmall: (count: number) => boolean) => Promise<void>
}

/** Caches the tables of a scoreboard's leagues, and applies joins and leaves to them. */
export function createLeagueTables({ db, season, rank, earlier }: LeagueTablesOptions): LeagueTables {
  const cache = new LRUCache<number, RankedLeague>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  const pending = new Map<string, Promise<RankedLeague>>()

  async function read(leagueId: number, lastChange?: number): Promise<RankedLeague> {
    const cached = cache.get(leagueId)
    const league =
      (cached && (await update(leagueId, cached, lastChange))) ??
      (await rankEarlier(leagueId, lastChange)) ??
      (await rankStored(leagueId))
    if (league !== cached) cache.set(leagueId, league)
    return league
  }

  /** A table with the joins and leaves since; undefined when it has to be ranked anew. */
  async function update(leagueId: number, known: RankedLeague, lastChange: number | undefined) {
    return known.lastChange === lastChange ? known : applyChanges(db, season, { leagueId, known })
  }

  async function rankEarlier(leagueId: number, lastChange: number | undefined) {
    const known = earlier?.peek(leagueId)
    return known && update(leagueId, await rankCoalesced(leagueId, known), lastChange)
  }

  /** Includes a member who joined while others waited for the ranking. */
  async function rankStored(leagueId: number): Promise<RankedLeague> {
    const ranked = await rankCoalesced(leagueId)
    return (await applyChanges(db, season, { leagueId, known: ranked })) ?? ranked
  }

  /** Coalesces concurrent requests for the same league. */
  function rankCoalesced(leagueId: number, known?: RankedLeague): Promise<RankedLeague> {
    const key = `${leagueId} ${known === undefined}`
    const running = pending.get(key)
    if (running) return running
    const league = rank(season, leagueId, known).finally(() => pending.delete(key))
    pending.set(key, league)
    return league
  }

  return {
    cached: cache,
    async find(leagueId, lastChange) {
      return toLeagueResults(season, (await read(leagueId, lastChange)).table)
    },
    async listMembers(leagueId) {
      return (await read(leagueId)).table.order
    },
    async rankCached(other, isSmall) {
      // The least recently used first: the new cache has the same order of use.
      for (const [leagueId, known] of [...other.cached.entries()].reverse())
        if (!isSmall(known.table.order.length)) cache.set(leagueId, await rank(season, leagueId, known))
    },
  }
}

function sizeOf({ table }: RankedLeague): number {
  return (
    table.order.byteLength + table.totals.byteLength + (table.previousTotals?.byteLength ?? 0) + overheadBytes
  )
}

/** The table after the joins and leaves since; undefined when there are too many, or when they cannot be applied. */
async function applyChanges(
  db: Db,
  season: ComputedBoard,
  { leagueId, known }: { leagueId: number; known: RankedLeague },
): Promise<RankedLeague | undefined> {
  const lastChange = await findLastMembershipChangeId(db, leagueId)
  if (lastChange === known.lastChange) return known
  const changes = await listMembershipChangesAfter(db, {
    leagueId,
    after: known.lastChange,
    limit: maxChanges,
  })
  if (lastChange < known.lastChange || changes.length === maxChanges) return undefined
  let table = known.table
  for (const { teamId, change } of changes) {
    const team = indexOfTeam(season.columns, teamId)
    if (team === null) return undefined
    table = changeLeagueMember(season.board, table, { team, change })
  }
  return { ...known, table, lastChange: changes.at(-1)?.id ?? lastChange }
}

/** Wraps a league's table for reading. */
function toLeagueResults({ board, columns }: ComputedBoard, table: LeagueTable) {
  const standingAt = (team: number): LeagueStanding | undefined =>
    findLeaguePlace(board, table, team) ?? undefined
  return {
    table,
    /** Undefined for a team that is not a member. */
    findStanding(teamId: number) {
      const team = indexOfTeam(columns, teamId)
      return team === null ? undefined : standingAt(team)
    },
    listRows: (page: { offset: number; limit: number }): RankedRow[] =>
      listTeamsOnPage(table.order, page).flatMap((team) => {
        const standing = standingAt(team)
        if (!standing) return []
        const { position: _, ...row } = standing
        return [{ teamId: columns.teamIds[team] ?? 0, ...row }]
      }),
  }
}

import { LRUCache } from 'lru-cache'
import type { LeagueStanding } from '#app/game/ranking.ts'
import { changeMember, findPlaceInLeague, type LeagueTable, listPage } from '#app/game/scoreboard/places.ts'
import { findLastChange, listChangesAfter, type MembershipChange } from '#db/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type ComputedBoard, indexOfTeam, type RankedRow } from './results.server.ts'
import type { CountedLeague } from './tasks.server.ts'

/** One league's table at one publication. */
export interface LeagueResults {
  /** Undefined for a team that is no member. */
  findStanding: (teamId: number) => LeagueStanding | undefined
  listRows: (page: { offset: number; limit: number }) => RankedRow[]
}

/** The tables of large leagues: 12 bytes a member. */
const mostBytes = 32 * 1024 * 1024
const objectBytes = 512
/** After more joins and leaves than this the members are read anew. */
const mostChanges = 1_000

interface LeagueTableSources {
  db: Db
  season: ComputedBoard
  /** Ranks a league: the members that are known, else those that are stored. */
  rank: (season: ComputedBoard, leagueId: number, known?: CountedLeague) => Promise<CountedLeague>
}

/** The tables of one scoreboard's leagues that were looked at. */
export interface LeagueTables {
  held: Pick<LRUCache<number, CountedLeague>, 'entries'>
  /** A league with the members of this moment. */
  find: (leagueId: number) => Promise<LeagueResults>
  /**
   * Ranks the leagues that another scoreboard of the same teams holds, where that takes long: nobody who looks at them after
   * the publication waits.
   */
  rankHeld: (other: LeagueTables, isSmall: (count: number) => boolean) => Promise<void>
}

/** Holds the tables of a scoreboard's leagues that were looked at, and lets them follow who joins and leaves. */
export function openLeagueTables({ db, season, rank }: LeagueTableSources): LeagueTables {
  const held = new LRUCache<number, CountedLeague>({ maxSize: mostBytes, sizeCalculation: sizeOf })
  const coming = new Map<number, Promise<CountedLeague>>()

  async function read(leagueId: number): Promise<CountedLeague> {
    const known = held.get(leagueId)
    const league = (known && (await follow(db, season, { leagueId, known }))) ?? (await rankAnew(leagueId))
    if (league !== known) held.set(leagueId, league)
    return league
  }

  /** Whoever joined while others waited for the ranking stands in it, too. */
  async function rankAnew(leagueId: number): Promise<CountedLeague> {
    const ranked = await rankOnce(leagueId)
    return (await follow(db, season, { leagueId, known: ranked })) ?? ranked
  }

  /** Everybody who asks meanwhile waits for the same. */
  function rankOnce(leagueId: number): Promise<CountedLeague> {
    const known = coming.get(leagueId)
    if (known) return known
    const league = rank(season, leagueId).finally(() => coming.delete(leagueId))
    coming.set(leagueId, league)
    return league
  }

  return {
    held,
    async find(leagueId) {
      return readLeague(season, (await read(leagueId)).table)
    },
    async rankHeld(other, isSmall) {
      for (const [leagueId, known] of other.held.entries())
        if (!isSmall(known.table.order.length)) held.set(leagueId, await rank(season, leagueId, known))
    },
  }
}

function sizeOf({ table }: CountedLeague): number {
  return (
    table.order.byteLength + table.totals.byteLength + (table.previousTotals?.byteLength ?? 0) + objectBytes
  )
}

/** The table after what happened since; undefined when too much did, or when it cannot be told. */
async function follow(
  db: Db,
  season: ComputedBoard,
  { leagueId, known }: { leagueId: number; known: CountedLeague },
): Promise<CountedLeague | undefined> {
  const lastChange = await findLastChange(db, leagueId)
  if (lastChange === known.lastChange) return known
  const changes = await listChangesAfter(db, { leagueId, after: known.lastChange, limit: mostChanges })
  if (lastChange < known.lastChange || changes.length === mostChanges) return undefined
  let table = known.table
  for (const { teamId, change } of changes) {
    const team = indexOfTeam(season.columns, teamId)
    if (team === null) return undefined
    table = changeMember(season.board, table, { team, change })
  }
  return { ...known, table, lastChange: changes.at(-1)?.id ?? lastChange }
}

/** Reads a league's table. */
export function readLeague({ board, columns }: ComputedBoard, table: LeagueTable): LeagueResults {
  const standingAt = (team: number) => findPlaceInLeague(board, table, team) ?? undefined
  return {
    findStanding(teamId) {
      const team = indexOfTeam(columns, teamId)
      return team === null ? undefined : standingAt(team)
    },
    listRows: (page) =>
      listPage(table.order, page).flatMap((team) => {
        const standing = standingAt(team)
        if (!standing) return []
        const { position: _, ...row } = standing
        return [{ teamId: columns.teamIds[team] ?? 0, ...row }]
      }),
  }
}

/** The table as it was before these joins and leaves, which come newest first. */
export function undoChanges(
  { board, columns }: ComputedBoard,
  table: LeagueTable,
  changes: readonly MembershipChange[],
): LeagueTable {
  return changes.reduce((then, { teamId, change }) => {
    const team = indexOfTeam(columns, teamId)
    return team === null ? then : changeMember(board, then, { team, change: change === 1 ? -1 : 1 })
  }, table)
}

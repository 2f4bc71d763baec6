import { LRUCache } from 'lru-cache'
import type { LeagueStanding } from '#app/game/ranking.ts'
import type { Scoreboard } from '#app/game/scoreboard/compute.ts'
import { changeMember, findPlaceInLeague, type LeagueTable, listPage } from '#app/game/scoreboard/places.ts'
import { findLastChange, listChangesAfter, type MembershipChange } from '#db/memberships.server.ts'
import type { Db } from '#db/schema.server.ts'
import { type BoardSeason, indexOfTeam, type RankedRow } from './results.server.ts'
import type { CountedLeague } from './tasks.server.ts'

/** One league's table at one publication. */
export interface LeagueResults {
  /** Undefined for a team that is no member. */
  findStanding: (teamId: number) => LeagueStanding | undefined
  listRows: (page: { offset: number; limit: number }) => RankedRow[]
}

interface HeldLeague extends CountedLeague {
  /** What it was ranked by: with another publication it is ranked anew. */
  publicationId: number
  /** What its team indices mean: with other teams its members are read anew. */
  teamIds: Int32Array
}

/** The tables of large leagues: 12 bytes a member. */
const mostBytes = 32 * 1024 * 1024
const objectBytes = 512
/** After more joins and leaves than this the members are read anew. */
const mostChanges = 1_000

/** Ranks a league by a season's results: the members that are known, else those that are stored. */
type RankLeague = (season: BoardSeason, leagueId: number, known?: CountedLeague) => Promise<CountedLeague>

/** Holds the tables of leagues that were looked at, and lets them follow who joins and leaves. */
export function holdLeagues(rank: RankLeague) {
  const held = new LRUCache<number, HeldLeague>({ maxSize: mostBytes, sizeCalculation: sizeOf })
  const coming = new Map<number, { board: Scoreboard; league: Promise<HeldLeague> }>()

  async function read(db: Db, season: BoardSeason, leagueId: number): Promise<HeldLeague> {
    const known = held.get(leagueId)
    const before = known?.teamIds === season.columns.teamIds ? known : undefined
    const ranked =
      before?.publicationId === season.publication.id ? before : await rankOnce(season, leagueId, before)
    const league =
      (await follow(db, season, { leagueId, known: ranked })) ?? (await readAnew(db, season, leagueId))
    if (league !== known) held.set(leagueId, league)
    return league
  }

  /** Whoever joined while others waited for the ranking stands in it, too. */
  async function readAnew(db: Db, season: BoardSeason, leagueId: number): Promise<HeldLeague> {
    const ranked = await rankOnce(season, leagueId)
    return (await follow(db, season, { leagueId, known: ranked })) ?? ranked
  }

  /** Everybody who asks after a publication waits for the same. */
  function rankOnce(season: BoardSeason, leagueId: number, before?: CountedLeague): Promise<HeldLeague> {
    const { board, publication, columns } = season
    const known = coming.get(leagueId)
    if (known?.board === board) return known.league
    const league = rank(season, leagueId, before)
      .then((counted) => ({ ...counted, publicationId: publication.id, teamIds: columns.teamIds }))
      .finally(() => {
        if (coming.get(leagueId)?.league === league) coming.delete(leagueId)
      })
    coming.set(leagueId, { board, league })
    return league
  }

  return {
    /** A league as it stands at a publication, with the members of this moment. */
    async find(db: Db, season: BoardSeason, leagueId: number): Promise<LeagueResults> {
      return readLeague(season, (await read(db, season, leagueId)).table)
    },
  }
}

function sizeOf({ table }: HeldLeague): number {
  return (
    table.order.byteLength + table.totals.byteLength + (table.previousTotals?.byteLength ?? 0) + objectBytes
  )
}

/** The table after what happened since; undefined when too much did, or when it cannot be told. */
async function follow(
  db: Db,
  season: BoardSeason,
  { leagueId, known }: { leagueId: number; known: HeldLeague },
): Promise<HeldLeague | undefined> {
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
export function readLeague({ board, columns }: BoardSeason, table: LeagueTable): LeagueResults {
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
  { board, columns }: BoardSeason,
  table: LeagueTable,
  changes: readonly MembershipChange[],
): LeagueTable {
  return changes.reduce((then, { teamId, change }) => {
    const team = indexOfTeam(columns, teamId)
    return team === null ? then : changeMember(board, then, { team, change: change === 1 ? -1 : 1 })
  }, table)
}

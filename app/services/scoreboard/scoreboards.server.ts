import { LRUCache } from 'lru-cache'
import type { Game, Round } from '#app/game/contest.ts'
import type { Publication, RoundPoints } from '#app/game/publication.ts'
import { isOpen } from '#app/game/round.ts'
import type { Scoreboard } from '#app/game/scoreboard/compute.ts'
import type { Clock } from '#db/clock.server.ts'
import { findGame } from '#db/games.server.ts'
import { findLeague } from '#db/leagues.server.ts'
import { listTeamIds } from '#db/lineup-columns.server.ts'
import { listLaterChanges } from '#db/memberships.server.ts'
import { findPublication, findPublicationInForce, listPublishedPoints } from '#db/publications.server.ts'
import { listRounds } from '#db/rounds.server.ts'
import type { Db } from '#db/schema.server.ts'
import { covers, cutAt, readColumns, type SeasonColumns } from './columns.server.ts'
import { holdLeagues, type LeagueResults, readLeague, undoChanges } from './leagues.server.ts'
import { type BoardSeason, type Results, readResults } from './results.server.ts'
import { type CountedLeague, computeSeason, rankLeague } from './tasks.server.ts'
import { runInThread, type ThreadSettings } from './threads.server.ts'

/** Up to so many teams or members the work takes some milliseconds, and is done at once. */
const mostAtOnce = 2_000
/** How long another season stays that somebody has looked at, in ms: who looks at it looks again. */
const heldMs = 60_000

export interface Opening extends ThreadSettings {
  db: Db
  clock: Clock
  /** Told why results in force could not be loaded: those before stay, or none are shown. */
  noteFault: (error: unknown) => void
}

/** The results of this process: held in memory, following what is in force in the database. */
export type Scoreboards = ReturnType<typeof openScoreboards>

/** One publication's results with its leagues. */
export interface SeasonResults {
  results: Results
  readLeague: (leagueId: number) => Promise<LeagueResults>
}

type Season = Pick<Game, 'id' | 'publicationId' | 'teamCount'>

interface Past extends Pick<Game, 'teamCount'> {
  publication: Publication
  /** The one that took its place: who came later is left out. */
  next: Publication | undefined
}

/**
 * Opens the scoreboards of a process. What is in force is computed once and served whole until the next is there
 * (docs/decisions/0002). `file`: where threads find the database.
 */
export function openScoreboards({ db, clock, file, isDemo, noteFault }: Opening) {
  let columns: SeasonColumns | undefined
  let held: BoardSeason | undefined
  let reading: { gameId: number; coming: Promise<SeasonColumns> } | undefined
  let installed = 0
  const others = new LRUCache<number, Promise<SeasonResults | null>>({ max: 1, ttl: heldMs })
  let following: Promise<void> | undefined

  const isSmall = (count: number) => file === null || count <= mostAtOnce
  const settings = { file: file ?? '', isDemo }

  async function read(season: Pick<Game, 'id' | 'teamCount'>): Promise<SeasonColumns> {
    const known = columns?.gameId === season.id ? columns.columns : []
    const task = { kind: 'read', gameId: season.id, known } as const
    return isSmall(season.teamCount)
      ? readColumns(db, { ...task, clock })
      : runInThread<SeasonColumns>({ ...settings, task })
  }

  async function compute(of: SeasonColumns, points: readonly RoundPoints[]): Promise<Scoreboard> {
    const task = { kind: 'compute', columns: of, points } as const
    return isSmall(of.teamCount) ? computeSeason(db, task) : runInThread<Scoreboard>({ ...settings, task })
  }

  async function rank(season: BoardSeason, leagueId: number): Promise<CountedLeague> {
    const task = { kind: 'league', columns: season.columns, board: season.board, leagueId } as const
    const memberCount = (await findLeague(db, leagueId))?.memberCount ?? 0
    return isSmall(memberCount) ? rankLeague(db, task) : runInThread<CountedLeague>({ ...settings, task })
  }
  const leagues = holdLeagues(rank)

  /** Brings what is held to what is in force. Whoever asks meanwhile waits for the same. */
  async function followOnce(season: Season): Promise<void> {
    const since = installed
    const publication = await findPublicationInForce(db, season.id)
    if (!publication) {
      if (held?.publication.gameId === season.id) install(undefined)
      return
    }
    const read = await prepare(season)
    // A round of it is open again: the demo's clock went back just now, and something else will be in force.
    if (!covers(read, publication.roundNumbers)) return
    const points = await listPublishedPoints(db, publication.id)
    const board = await compute(read, points)
    // What was published here meanwhile is newer.
    if (installed === since) install({ publication, points, columns: read, board })
  }

  /** Holds the line-ups of all closed rounds; what is held already is not read again. */
  async function prepare(season: Pick<Game, 'id' | 'teamCount'>): Promise<SeasonColumns> {
    if (columns?.gameId === season.id && (await holdsAllClosed(columns)) && (await addLateTeams(columns)))
      return columns
    if (reading?.gameId === season.id) {
      await reading.coming
      return prepare(season)
    }
    const coming = readAnew(season)
    reading = { gameId: season.id, coming }
    return coming.finally(() => {
      if (reading?.coming === coming) reading = undefined
    })
  }

  async function readAnew(season: Pick<Game, 'id' | 'teamCount'>): Promise<SeasonColumns> {
    const anew = await read(season)
    columns = anew
    return anew
  }

  async function holdsAllClosed(known: SeasonColumns): Promise<boolean> {
    const closed = await listClosed(known.gameId)
    const isHeld = ({ roundNumber, settledAt }: Round) =>
      known.columns.some((column) => column.roundNumber === roundNumber && column.settledAt === settledAt)
    // Held but open again: the demo's clock went back.
    return known.columns.length === closed.length && closed.every(isHeld)
  }

  async function listClosed(gameId: number): Promise<Round[]> {
    const now = await clock(db)
    return (await listRounds(db, gameId)).filter((round) => !isOpen(round, now))
  }

  function install(next: BoardSeason | undefined): void {
    held = next
    installed += 1
    // Memory that threads share does not count as this thread's garbage: without a hint the old arrays stay.
    if (next && !isSmall(next.columns.teamCount)) void globalThis.gc?.({ type: 'major', execution: 'async' })
  }

  function follow(season: Season): Promise<void> {
    following ??= followOnce(season).finally(() => {
      following = undefined
    })
    return following
  }

  /** Appends teams that joined since; false without room for them. */
  async function addLateTeams(known: SeasonColumns): Promise<boolean> {
    const lastId = () => known.teamIds[known.teamCount - 1] ?? 0
    for await (const ids of listTeamIds(db, { gameId: known.gameId, after: lastId() })) {
      // Another request may have appended them meanwhile.
      const late = ids.filter((id) => id > lastId())
      if (known.teamCount + late.length > known.teamIds.length) return false
      known.teamIds.set(late, known.teamCount)
      known.teamCount += late.length
    }
    return true
  }

  /** Everything of one publication, for as long as somebody reads it. Null while one of its rounds is open again. */
  async function load({ publication, next, teamCount }: Past): Promise<BoardSeason | null> {
    const { gameId } = publication
    const known = columns?.gameId === gameId ? await prepare({ id: gameId, teamCount }) : undefined
    const all = known ?? (await read({ id: gameId, teamCount }))
    if (!covers(all, publication.roundNumbers)) return null
    const then = next ? cutAt(all, next.lastTeamId) : all
    const points = await listPublishedPoints(db, publication.id)
    return { publication, points, columns: then, board: await compute(then, points) }
  }

  async function loadPast(past: Past): Promise<SeasonResults | null> {
    const season = await load(past)
    const { next } = past
    if (!season) return null
    return {
      results: readResults(season),
      readLeague: async (leagueId) => {
        const { table } = await rank(season, leagueId)
        const changes = next
          ? await listLaterChanges(db, { leagueId, after: next.lastMembershipChangeId })
          : []
        return readLeague(season, undoChanges(season, table, changes))
      },
    }
  }

  /** Loads another season for who asks and whoever asks soon after; what failed is tried again by the next. */
  function loadOther(other: Past): Promise<SeasonResults | null> {
    const { id } = other.publication
    const loading = loadPast(other)
    others.set(id, loading)
    const forget = () => others.delete(id)
    loading.then((season) => season ?? forget(), forget)
    return loading
  }

  return {
    /**
     * The results of a season to show: those in force, or while a large season's are still computed the ones before.
     * Null before the first publication, and while this process has none yet.
     */
    async read(season: Season): Promise<Results | null> {
      if (season.publicationId === null) return null
      if (held?.publication.id !== season.publicationId) {
        const isComing = follow(season).catch(noteFault)
        if (isSmall(season.teamCount)) await isComing
      }
      if (held?.publication.gameId !== season.id) return null
      if (held.columns.teamCount < season.teamCount && !(await addLateTeams(held.columns)))
        await follow(season).catch(noteFault)
      return readResults(held)
    },

    /** A league's table at these results, with the members of this moment. */
    readLeague: (results: Results, leagueId: number): Promise<LeagueResults> =>
      leagues.find(db, results.season, leagueId),

    /** The results in force of any season. An inactive one is loaded for whoever asks, and dropped again. */
    async readSeason(gameId: number): Promise<SeasonResults | null> {
      const game = await findGame(db, gameId)
      const publication = game && (await findPublicationInForce(db, gameId))
      if (!publication) return null
      if (held?.publication.id !== publication.id) {
        return others.get(publication.id) ?? loadOther({ ...game, publication, next: undefined })
      }
      const season = held
      return {
        results: readResults(season),
        readLeague: (leagueId) => leagues.find(db, season, leagueId),
      }
    },

    /**
     * A publication as it was when the next one came: its points, with the teams and members of that instant. Null when a
     * season has no such version, and while the demo's clock stands before one of its rounds.
     */
    async findScoreboard(gameId: number, version: number): Promise<SeasonResults | null> {
      const game = await findGame(db, gameId)
      const publication = game && (await findPublication(db, { gameId, version }))
      if (!publication) return null
      const next = await findPublication(db, { gameId, version: version + 1 })
      return loadPast({ ...game, publication, next })
    },

    prepare,
    compute,
    follow,
    /** Puts a publication in force here, at once after its transaction. */
    install,
    /** How often what is held has changed: part of every key of a cache of pages that show it. */
    changes: () => installed,
    /** Whether what is in force is held. */
    isReady: (season: Season) => season.publicationId === null || held?.publication.gameId === season.id,

    /** Holds what is in force, and the line-ups of rounds that have closed: from time to time, so that nobody waits for it. */
    async keepUp(season: Season): Promise<void> {
      if (season.publicationId !== (held?.publication.id ?? null)) await follow(season)
      else if ((await listClosed(season.id)).length > 0) await prepare(season)
    },
  }
}

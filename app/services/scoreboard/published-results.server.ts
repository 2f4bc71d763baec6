import type { Publication, RoundPoints } from '#app/game/scoring/publication.ts'
import type { Game } from '#app/game/season/contest.ts'
import type { Db } from '#db/schema.server.ts'
import { listPublishedPoints } from '#db/scoreboard/publications.server.ts'
import { coversRounds, type SeasonColumns } from './lineup-columns.server.ts'
import { appendNewTeams } from './lineup-columns-cache.server.ts'
import { type ComputedSeason, type PublishedSeason, type Results, toResults } from './results.server.ts'
import type { TaskRunner } from './task-runner.server.ts'

/** A season with its publications, as a request or the background work has read it. */
export type PublishingSeason = Pick<Game, 'id' | 'publicationId' | 'livePublicationId' | 'teamCount'>

interface PublishedResultsOptions {
  db: Db
  tasks: TaskRunner
  prepareColumns: (season: PublishingSeason) => Promise<SeasonColumns>
  compute: (columns: SeasonColumns, points: readonly RoundPoints[]) => Promise<ComputedSeason>
  /** The publication whose results these are. */
  find: (db: Db, gameId: number) => Promise<Publication | undefined>
  idOf: (season: PublishingSeason) => number | null
  onError: (error: unknown) => void
}

/** The results of one kind of publication that a process holds in memory: they follow the publication that is shown. */
export function createPublishedResults(options: PublishedResultsOptions) {
  const { db, tasks, prepareColumns, compute, find, idOf, onError } = options
  let current: PublishedSeason | undefined
  let replaced: PublishedSeason | undefined
  let changeCount = 0
  let loading: Promise<void> | undefined

  /** Loads the results if they are newer. Concurrent requests are coalesced. */
  async function loadOnce(season: PublishingSeason): Promise<void> {
    const since = changeCount
    const publication = await find(db, season.id)
    if (!publication) {
      if (current?.publication.gameId === season.id) install(undefined)
      return
    }
    const read = await prepareColumns(season)
    // One of its rounds is open again: the demo's clock was just moved back, and another publication will be shown.
    if (!coversRounds(read, publication.roundNumbers)) return
    const points = await listPublishedPoints(db, publication.id)
    const computed = await compute(read, points)
    // A publication installed meanwhile is newer.
    if (changeCount === since) install({ publication, ...computed })
  }

  function load(season: PublishingSeason): Promise<void> {
    loading ??= loadOnce(season).finally(() => {
      loading = undefined
    })
    return loading
  }

  function install(next: PublishedSeason | undefined): void {
    if (next?.publication.id !== current?.publication.id) replaced = next && current
    current = next
    changeCount += 1
  }

  /** The results held in memory now: a concurrent request, or the demo's clock, may have changed them. */
  function findCurrent({ id }: PublishingSeason): PublishedSeason | undefined {
    return current?.publication.gameId === id ? current : undefined
  }

  async function addNewTeams(season: PublishingSeason): Promise<void> {
    const columns = findCurrent(season)?.columns
    if (!columns || columns.teamCount >= season.teamCount) return
    if (!(await appendNewTeams(db, columns))) await load(season).catch(onError)
  }

  return {
    /**
     * The results of a season to show: those of the publication, or the previous ones while a large season's are being
     * computed. Null without a publication, and while this process has none yet.
     */
    async read(season: PublishingSeason): Promise<Results | null> {
      if (idOf(season) === null) return null
      if (current?.publication.id !== idOf(season)) {
        const loaded = load(season).catch(onError)
        if (tasks.isSmall(season.teamCount)) await loaded
      }
      await addNewTeams(season)
      const published = findCurrent(season)
      return published ? toResults(published) : null
    },
    load,
    install,
    /** What is held at present, of any season. */
    peek: () => current,
    /** What was held before that, while there is something. */
    peekReplaced: () => replaced,
    countChanges: () => changeCount,
    /** Whether the results of the publication, or of the one before it, are in memory. */
    isReady: (season: PublishingSeason) => idOf(season) === null || findCurrent(season) !== undefined,
    /** Whether the results in memory are not those of the publication. */
    isOutdated: (season: PublishingSeason) => idOf(season) !== (current?.publication.id ?? null),
  }
}

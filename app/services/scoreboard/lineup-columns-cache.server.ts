import type { Round } from '#app/game/season/contest.ts'
import { isOpen } from '#app/game/season/round.ts'
import type { Clock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'
import { listTeamIds } from '#db/teams/lineup-columns.server.ts'
import type { LineupColumn, SeasonColumns } from './lineup-columns.server.ts'
import type { SizedSeason, TaskRunner } from './task-runner.server.ts'

/** Caches the line-ups of one season's closed rounds, so that a publication reads none. */
export function createColumnsCache({ db, clock, tasks }: { db: Db; clock: Clock; tasks: TaskRunner }) {
  let columns: SeasonColumns | undefined
  let reading: { gameId: number; coming: Promise<SeasonColumns> } | undefined

  /** Loads the line-ups of all closed rounds that are not cached yet. */
  async function prepare(season: SizedSeason): Promise<SeasonColumns> {
    if (
      columns?.gameId === season.id &&
      (await coversAllClosed(columns)) &&
      (await appendNewTeams(db, columns))
    )
      return columns
    if (reading?.gameId === season.id) {
      await reading.coming
      return prepare(season)
    }
    const promise = reloadColumns(season)
    reading = { gameId: season.id, coming: promise }
    return promise.finally(() => {
      if (reading?.coming === promise) reading = undefined
    })
  }

  async function reloadColumns(season: SizedSeason): Promise<SeasonColumns> {
    const cached = columns?.gameId === season.id ? columns.columns : []
    columns = await tasks.read(season, cached)
    return columns
  }

  async function coversAllClosed(cached: SeasonColumns): Promise<boolean> {
    const now = await clock(db)
    const rounds = await listRounds(db, cached.gameId)
    const isSame = (round: Round, column: LineupColumn) =>
      column.roundNumber === round.roundNumber && column.settledAt === round.settledAt
    const isCached = (round: Round) => cached.columns.some((column) => isSame(round, column))
    // A round that was reopened is not settled any more (the demo's clock, a postponed deadline).
    const isValid = (column: LineupColumn) => rounds.some((round) => isSame(round, column))
    return rounds.every((round) => isOpen(round, now) || isCached(round)) && cached.columns.every(isValid)
  }

  async function listClosedRounds(gameId: number): Promise<Round[]> {
    const now = await clock(db)
    return (await listRounds(db, gameId)).filter((round) => !isOpen(round, now))
  }

  return {
    prepare,
    /** Prepares the cache once a round is closed. */
    async prepareClosed(season: SizedSeason): Promise<void> {
      if ((await listClosedRounds(season.id)).length > 0) await prepare(season)
    },
    /**
     * The line-ups of a closed round, without writing: undefined while its automatic ones are not stored, and while those
     * of a large season are being read.
     */
    async findSettled(season: SizedSeason, { roundNumber, settledAt }: Round) {
      const isStored = (await listClosedRounds(season.id)).every((round) => round.settledAt !== null)
      const isSmall = tasks.isSmall(season.teamCount)
      if (isStored && isSmall) await prepare(season)
      if (columns?.gameId !== season.id) return undefined
      const isSame = (each: LineupColumn) => each.roundNumber === roundNumber && each.settledAt === settledAt
      const column = columns.columns.find(isSame)
      return column && { columns, column }
    },
    /** The line-ups of any season: cached for the current season, else read. */
    findOrRead: (season: SizedSeason): Promise<SeasonColumns> =>
      columns?.gameId === season.id ? prepare(season) : tasks.readOther(season),
  }
}

/** Appends teams that joined since; false without capacity for them. */
export async function appendNewTeams(db: Db, columns: SeasonColumns): Promise<boolean> {
  const lastId = () => columns.teamIds[columns.teamCount - 1] ?? 0
  for await (const ids of listTeamIds(db, { gameId: columns.gameId, after: lastId() })) {
    // A concurrent request may have appended them already.
    const newIds = ids.filter((id) => id > lastId())
    if (columns.teamCount + newIds.length > columns.teamIds.length) return false
    columns.teamIds.set(newIds, columns.teamCount)
    columns.teamCount += newIds.length
  }
  return true
}

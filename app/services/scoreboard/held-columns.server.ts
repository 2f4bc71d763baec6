import type { Round } from '#app/game/contest.ts'
import { isOpen } from '#app/game/round.ts'
import type { Clock } from '#db/clock.server.ts'
import { listTeamIds } from '#db/lineup-columns.server.ts'
import { listRounds } from '#db/rounds.server.ts'
import type { Db } from '#db/schema.server.ts'
import type { SeasonColumns } from './columns.server.ts'
import type { SizedSeason, Work } from './work.server.ts'

/** Holds the line-ups of one season's closed rounds, so that a publication reads none. */
export function holdColumns({ db, clock, work }: { db: Db; clock: Clock; work: Work }) {
  let columns: SeasonColumns | undefined
  let reading: { gameId: number; coming: Promise<SeasonColumns> } | undefined

  /** Holds the line-ups of all closed rounds; what is held already is not read again. */
  async function prepare(season: SizedSeason): Promise<SeasonColumns> {
    if (columns?.gameId === season.id && (await holdsAllClosed(columns)) && (await addLateTeams(db, columns)))
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

  async function readAnew(season: SizedSeason): Promise<SeasonColumns> {
    const known = columns?.gameId === season.id ? columns.columns : []
    columns = await work.read(season, known)
    return columns
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

  return {
    prepare,
    /** The same, once there is a closed round. */
    async prepareClosed(season: SizedSeason): Promise<void> {
      if ((await listClosed(season.id)).length > 0) await prepare(season)
    },
    /** The line-ups of any season: those that are held where it is the one, else read for who asks. */
    findOrRead: (season: SizedSeason): Promise<SeasonColumns> =>
      columns?.gameId === season.id ? prepare(season) : work.read(season, []),
  }
}

/** Appends teams that joined since; false without room for them. */
export async function addLateTeams(db: Db, known: SeasonColumns): Promise<boolean> {
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

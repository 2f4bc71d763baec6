import { findTeamIndex } from '#app/game/scoreboard/standings.ts'
import type { EntryPoints } from '#app/game/scoring/scoring.ts'
import type { Entry } from '#app/game/season/contest.ts'
import type { Clock } from '#db/clock.server.ts'
import type { Db } from '#db/schema.server.ts'
import { listEntries } from '#db/seasons/entries.server.ts'
import { listRounds } from '#db/seasons/rounds.server.ts'
import { listLineupRows, listTeamIds, numbersPerLineup } from '#db/teams/lineup-columns.server.ts'
import { settleRounds } from './settle-rounds.server.ts'

/** The line-ups of one closed round: six bytes a team, each the 1-based position of an entry in the season's list. */
export interface LineupColumn {
  roundNumber: number
  /**
   * When its automatic line-ups were stored: it changes when the demo's clock moves back and forth, and the round is
   * read again.
   */
  settledAt: number
  lineups: Uint8Array
}

/** The line-ups of a season's closed rounds, immutable and in memory shared between threads. */
export interface SeasonColumns {
  gameId: number
  /** Ascending, which is joining order. There is spare capacity at the end. */
  teamIds: Int32Array
  teamCount: number
  columns: readonly LineupColumn[]
}

export interface ReadColumnsParams {
  gameId: number
  clock: Clock
  /** Columns read before: their rounds are not read again. */
  known: readonly LineupColumn[]
}

const allocateShared = (bytes: number) => new SharedArrayBuffer(bytes)

/**
 * Settles closed rounds, then reads their line-ups into columns. Capacity for late joiners is a sixteenth of the
 * teams, so that a newcomer causes no new read.
 */
export async function readColumns(
  db: Db,
  { gameId, clock, known }: ReadColumnsParams,
): Promise<SeasonColumns> {
  await settleRounds(db, { gameId, clock })
  const rounds = await listRounds(db, gameId)
  const closed = rounds.flatMap(({ roundNumber, settledAt }) =>
    settledAt === null ? [] : [{ roundNumber, settledAt }],
  )
  const reused = known.filter((column) => closed.some((round) => isSameRound(round, column)))
  const missing = closed.filter((round) => !reused.some((column) => isSameRound(round, column)))
  const { teamIds, teamCount } = await readTeamIds(db, gameId)
  const read = await readLineups(db, { gameId, teamIds: teamIds.subarray(0, teamCount), missing })
  const columns = [...reused, ...read].sort((a, b) => a.roundNumber - b.roundNumber)
  return { gameId, teamIds, teamCount, columns }
}

/** Whether the columns include all these rounds. */
export function coversRounds({ columns }: SeasonColumns, roundNumbers: readonly number[]): boolean {
  return roundNumbers.every((roundNumber) => columns.some((each) => each.roundNumber === roundNumber))
}

type ClosedRound = Omit<LineupColumn, 'lineups'>

function isSameRound(one: ClosedRound, other: ClosedRound): boolean {
  return one.roundNumber === other.roundNumber && one.settledAt === other.settledAt
}

async function readTeamIds(db: Db, gameId: number): Promise<Pick<SeasonColumns, 'teamIds' | 'teamCount'>> {
  const pages: Int32Array[] = []
  for await (const page of listTeamIds(db, { gameId })) pages.push(page)
  const teamCount = pages.reduce((sum, page) => sum + page.length, 0)
  const teamIds = new Int32Array(allocateShared(4 * (teamCount + Math.max(1_000, teamCount >>> 4))))
  let end = 0
  for (const page of pages) {
    teamIds.set(page, end)
    end += page.length
  }
  return { teamIds, teamCount }
}

interface ReadLineupsParams {
  gameId: number
  teamIds: Int32Array
  missing: readonly ClosedRound[]
}

async function readLineups(db: Db, { gameId, teamIds, missing }: ReadLineupsParams): Promise<LineupColumn[]> {
  const [from, upTo] = [teamIds.at(0), teamIds.at(-1)]
  const read = missing.map((round) => ({
    ...round,
    lineups: new Uint8Array(allocateShared(teamIds.length * 6)),
  }))
  if (from === undefined || upTo === undefined || read.length === 0) return read
  const positions = await readEntryPositions(db, gameId)
  const roundNumbers = read.map((column) => column.roundNumber)
  for await (const numbers of listLineupRows(db, { roundNumbers, from, upTo }))
    for (const column of read) copyLineups(numbers, { column, teamIds, positions })
  return read
}

interface CopyLineupsParams {
  column: LineupColumn
  teamIds: Int32Array
  positions: ReadonlyMap<number, number>
}

function copyLineups(numbers: Int32Array, { column, teamIds, positions }: CopyLineupsParams): void {
  for (let at = 0; at < numbers.length; at += numbersPerLineup) {
    if (numbers[at + 1] !== column.roundNumber) continue
    const team = findTeamIndex(teamIds, numbers[at] ?? 0)
    if (team === null) continue
    for (let position = 0; position < 6; position += 1)
      column.lineups[team * 6 + position] = positions.get(numbers[at + 2 + position] ?? 0) ?? 0
  }
}

/** Reads these positions of a season. */
export async function readEntryPositions(db: Db, gameId: number): Promise<Map<number, number>> {
  return toEntryPositions(await listEntries(db, gameId))
}

/** The 1-based position of each entry id in the season's list: the values of a column. */
export function toEntryPositions(entries: readonly Pick<Entry, 'id'>[]): Map<number, number> {
  const ids = entries.map((entry) => entry.id).sort((a, b) => a - b)
  return new Map(ids.map((id, index) => [id, index + 1]))
}

/** The points of each entry by its 0-based position in the season's list. */
export function toPointsByEntry(
  positions: ReadonlyMap<number, number>,
  scores: readonly EntryPoints[],
): Int32Array {
  const points = new Int32Array(positions.size)
  for (const { entryId, points: earned } of scores) {
    const position = positions.get(entryId)
    if (position !== undefined) points[position - 1] = earned
  }
  return points
}

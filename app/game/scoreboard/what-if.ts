import type { EntryPoints } from '#app/game/scoring/scoring.ts'
import { arePointsValid } from '#app/game/scoring/scoring.ts'
import type { Entry } from '#app/game/season/contest.ts'
import { computeTotal, type ScoreboardRound } from './compute.ts'
import { buildRankTable, type RankTable } from './rank-table.ts'

/** So many countries may get other points at once. */
export const WHAT_IF_LIMIT = 5

/** A typed row of the form: a country's code and its points. */
export interface WhatIfRow {
  code: string
  points: string
}

interface RowError {
  /** What there is to correct. */
  field: 'country' | 'points'
  text: string
}

/** What is wrong with the typed rows: by row, and of the whole. */
export interface WhatIfErrors {
  byRow: ReadonlyMap<number, RowError>
  ofAll: string | null
}

type Singer = Pick<Entry, 'id' | 'code' | 'country'>

export type ParsedWhatIf = { ok: true; changes: readonly EntryPoints[] } | ({ ok: false } & WhatIfErrors)

/**
 * Parses the typed rows; empty ones count as none. `singers`: the countries of the show. Refused are a country that is not among
 * them or stands twice, a country without points and points without one, anything but a whole number from 0 to 9999, and more
 * than five.
 */
export function parseWhatIf(rows: readonly WhatIfRow[], singers: readonly Singer[]): ParsedWhatIf {
  const byRow = new Map<number, RowError>()
  const changes: EntryPoints[] = []
  rows.forEach(({ code, points }, row) => {
    if (code === '' && points.trim() === '') return
    const entry = singers.find((each) => each.code === code)
    const error = findRowError({ code, points, entry, changes })
    if (error) byRow.set(row, error)
    else if (entry) changes.push({ entryId: entry.id, points: Number(points) })
  })
  const isTooMany = changes.length + byRow.size > WHAT_IF_LIMIT
  const ofAll = isTooMany ? `At most ${WHAT_IF_LIMIT} countries get other points at once.` : null
  return byRow.size > 0 || ofAll ? { ok: false, byRow, ofAll } : { ok: true, changes }
}

interface RowToCheck extends WhatIfRow {
  entry: Singer | undefined
  /** Of the rows above. */
  changes: readonly EntryPoints[]
}

function findRowError({ code, points, entry, changes }: RowToCheck): RowError | null {
  const country = (text: string) => ({ field: 'country', text }) as const
  if (code === '') return country('Choose a country for these points.')
  if (!entry) return country('This country does not sing in this show.')
  const isRepeated = changes.some((change) => change.entryId === entry.id)
  if (isRepeated) return country(`${entry.country} stands here twice.`)
  const isNumber = /^\d{1,4}$/.test(points.trim()) && arePointsValid(Number(points))
  return isNumber ? null : { field: 'points', text: `${entry.country} needs a whole number from 0 to 9999.` }
}

/** A team's place: its rank and with how many it is shared, itself included (D5). */
export interface WhatIfPlace {
  rank: number
  tied: number
}

/** The ranks by the total over these rounds. */
export function rankTotals(rounds: readonly ScoreboardRound[], teamCount: number): RankTable {
  const totals = new Int32Array(teamCount)
  for (let team = 0; team < teamCount; team += 1) totals[team] = computeTotal(rounds, team)
  return buildRankTable(totals)
}

/** A team's place among some teams, which include it; by their indices. */
export function findPlaceAmong(
  rounds: readonly ScoreboardRound[],
  members: Int32Array,
  team: number,
): WhatIfPlace {
  const own = computeTotal(rounds, team)
  let [higher, equal] = [0, 0]
  for (const member of members) {
    const total = computeTotal(rounds, member)
    if (total > own) higher += 1
    else if (total === own) equal += 1
  }
  return { rank: higher + 1, tied: equal }
}

import type { EntryPoints } from '#app/game/scoring/scoring.ts'
import { arePointsValid } from '#app/game/scoring/scoring.ts'
import { countQualifiers, qualifierPoints } from '#app/game/scoring/vote-total.ts'
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
  /** That more would be through than can be: the next press may mend it. */
  tooManyThrough: string | null
}

type Singer = Pick<Entry, 'id' | 'code' | 'country'>

/** The show that is asked about. */
export interface AskedShow {
  singers: readonly Singer[]
  /** The ids of those who are through as it stands; null in the final. */
  through: ReadonlySet<number> | null
}

export type ParsedWhatIf = { ok: true; changes: readonly EntryPoints[] } | ({ ok: false } & WhatIfErrors)

/**
 * Parses the typed rows; empty ones count as none. Refused are a country that does not sing in the show or stands twice, a country
 * without points and points without one, and more than five; in the final anything but a whole number from 0 to 9999; in a
 * semi-final anything but the points of a qualifier or 0, and more qualifiers than it has places (D3).
 */
export function parseWhatIf(rows: readonly WhatIfRow[], show: AskedShow): ParsedWhatIf {
  const byRow = new Map<number, RowError>()
  const changes: EntryPoints[] = []
  rows.forEach(({ code, points }, row) => {
    if (code === '' && points.trim() === '') return
    const entry = show.singers.find((each) => each.code === code)
    const error = findRowError({ code, points, entry, changes, isSemiFinal: show.through !== null })
    if (error) byRow.set(row, error)
    else if (entry) changes.push({ entryId: entry.id, points: Number(points) })
  })
  const isTooMany = changes.length + byRow.size > WHAT_IF_LIMIT
  const ofAll = isTooMany ? `At most ${WHAT_IF_LIMIT} countries get other results at once.` : null
  const tooManyThrough = describeTooManyThrough(show, changes)
  return byRow.size > 0 || ofAll || tooManyThrough
    ? { ok: false, byRow, ofAll, tooManyThrough }
    : { ok: true, changes }
}

/** Null while there are places for all who would be through; where more are through already, the rows may not add to them. */
function describeTooManyThrough(
  { singers, through }: AskedShow,
  changes: readonly EntryPoints[],
): string | null {
  if (!through) return null
  const qualified = new Set(through)
  for (const { entryId, points } of changes) {
    if (points > 0) qualified.add(entryId)
    else qualified.delete(entryId)
  }
  const places = countQualifiers(singers.length)
  return qualified.size > Math.max(places, through.size)
    ? `Only ${places} countries get through; with these it would be ${qualified.size}. Press one that does not get through.`
    : null
}

interface RowToCheck extends WhatIfRow {
  entry: Singer | undefined
  /** Of the rows above. */
  changes: readonly EntryPoints[]
  isSemiFinal: boolean
}

/** What a country has in a semi-final, as it is written: through, or not (D3). */
const semiFinalPoints = [String(qualifierPoints), '0']

function findRowError({ code, points, entry, changes, isSemiFinal }: RowToCheck): RowError | null {
  const country = (text: string) => ({ field: 'country', text }) as const
  if (code === '') return country('Choose a country for these points.')
  if (!entry) return country('This country does not sing in this show.')
  const isRepeated = changes.some((change) => change.entryId === entry.id)
  if (isRepeated) return country(`${entry.country} is listed twice.`)
  if (isSemiFinal)
    return semiFinalPoints.includes(points)
      ? null
      : { field: 'points', text: `Choose whether ${entry.country} is through.` }
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

import type { ResultLine } from './results.ts'

/** A country in the line-ups of one team, for a comparison. */
export interface ComparedCountry {
  code: string
  country: string
  /** Its position in the line-up of the last round that is compared, 1 to 6; null when it is not in it. */
  position: number | null
  /** What it earned in the compared rounds, in hundredths; null before a result. */
  scoreHundredths: number | null
  /** Its share of the points in each compared round, in percent; null in a round without it. */
  shares: readonly (number | null)[]
}

/** A team's side of a row; null when it does not hold the country. */
type Side = Pick<ComparedCountry, 'position' | 'scoreHundredths'> | null

/** A country of two teams: what it earned for each, and whether it separates them. */
export interface DuelRow {
  code: string
  country: string
  mine: Side
  theirs: Side
  /** Both hold it with the same shares: it separates nothing, whatever it earns. */
  isSame: boolean
  /** My score less theirs, in hundredths; 0 before a result. */
  differenceHundredths: number
}

/** A team's countries over some rounds, from its result lines of each; empty for a round before it joined (D7). */
export function listComparedCountries(rounds: readonly (readonly ResultLine[])[]): ComparedCountry[] {
  const entries = new Map(rounds.flat().map(({ entry }) => [entry.code, entry.country]))
  return [...entries].map(([code, country]) => {
    const lines = rounds.map((round) => round.find((line) => line.entry.code === code))
    const scores = lines.flatMap((line) => line?.scoreHundredths ?? [])
    const index = rounds.at(-1)?.findIndex((line) => line.entry.code === code) ?? -1
    return {
      code,
      country,
      position: index < 0 ? null : index + 1,
      scoreHundredths: scores.length === 0 ? null : scores.reduce((sum, each) => sum + each, 0),
      shares: lines.map((line) => line?.percent ?? null),
    }
  })
}

/**
 * Lays two teams side by side, country by country: first what separates them most, then what earned most, at last by
 * name.
 */
export function compareTeams(
  mine: readonly ComparedCountry[],
  theirs: readonly ComparedCountry[],
): DuelRow[] {
  const countries = new Map([...mine, ...theirs].map((each) => [each.code, each.country]))
  const rows = [...countries].map(([code, country]) => {
    const own = mine.find((each) => each.code === code)
    const other = theirs.find((each) => each.code === code)
    return {
      code,
      country,
      mine: toSide(own),
      theirs: toSide(other),
      isSame: own?.shares.join() === other?.shares.join(),
      differenceHundredths: (own?.scoreHundredths ?? 0) - (other?.scoreHundredths ?? 0),
    }
  })
  return rows.sort(compareRows)
}

function toSide(country: ComparedCountry | undefined): Side {
  return country ? { position: country.position, scoreHundredths: country.scoreHundredths } : null
}

function compareRows(a: DuelRow, b: DuelRow): number {
  const bySize = Math.abs(b.differenceHundredths) - Math.abs(a.differenceHundredths)
  // Before a result what is different stands first.
  const bySame = Number(a.isSame) - Number(b.isSame)
  return bySize || earned(b) - earned(a) || bySame || a.country.localeCompare(b.country, 'en')
}

function earned({ mine, theirs }: DuelRow): number {
  return (mine?.scoreHundredths ?? 0) + (theirs?.scoreHundredths ?? 0)
}

import type { Contest, Round } from '#app/game/season/contest.ts'
import type { EntryResult, SeasonFile, SeasonFileEntry } from '#app/game/season/season-file.ts'
import { formatInstant, formatZoneAbbreviation } from '#app/game/time/instant.ts'

/** The facts that the demo's articles may use: the stored season and the results in its file. */
export interface DemoSeason {
  contest: Contest
  season: SeasonFile
  entries: readonly SeasonFileEntry[]
}

/** The entries of one semi-final in running order. */
export function listSemiFinalists(facts: DemoSeason, roundNumber: number): SeasonFileEntry[] {
  const entries = facts.entries.filter((entry) => entry.semiFinal === roundNumber)
  return sortByFact(entries, 'semiRunningOrder')
}

/** The qualifiers of one semi-final, in running order: the show reveals no placings. */
export function listQualifiers(facts: DemoSeason, roundNumber: number): SeasonFileEntry[] {
  return listSemiFinalists(facts, roundNumber).filter((entry) => entry.result?.qualified)
}

/** The finalists sorted by a fact, such as running order or placing. */
export function listFinalists(facts: DemoSeason, by: 'finalRunningOrder' | 'finalPlace'): SeasonFileEntry[] {
  return sortByFact(
    facts.entries.filter((entry) => findFact(entry, by) !== null),
    by,
  )
}

/** The countries that qualify for the final without a semi-final, by name. */
export function listPreQualified(facts: DemoSeason): SeasonFileEntry[] {
  return facts.entries.filter((entry) => entry.semiFinal === null)
}

/** The host country's code, for its flag art; null when the host does not compete. */
export function findHostCode({ season, entries }: DemoSeason): string | null {
  return entries.find((entry) => entry.country === season.hostCountry)?.code ?? null
}

/** The entries sorted by price, then by name. */
export function listByPrice(facts: DemoSeason, order: 'highest' | 'lowest'): SeasonFileEntry[] {
  const sign = order === 'highest' ? -1 : 1
  return [...facts.entries].sort(
    (a, b) => sign * (a.priceTenths - b.priceTenths) || a.country.localeCompare(b.country),
  )
}

/** Reads a fact that the article needs. Throws when it is missing. */
export function readFact(entry: SeasonFileEntry, fact: NumberFact): number {
  const value = findFact(entry, fact)
  if (value === null) throw new Error(`${entry.country} has no ${fact}`)
  return value
}

type RunningOrderFact = 'semiRunningOrder' | 'finalRunningOrder'
type NumberFact = Exclude<keyof EntryResult, 'qualified'> | RunningOrderFact

function findFact(entry: SeasonFileEntry, fact: NumberFact): number | null {
  if (fact === 'semiRunningOrder' || fact === 'finalRunningOrder') return entry[fact]
  return entry.result?.[fact] ?? null
}

function sortByFact(entries: readonly SeasonFileEntry[], fact: NumberFact): SeasonFileEntry[] {
  return [...entries].sort((a, b) => readFact(a, fact) - readFact(b, fact))
}

/** A round of the season. Throws when there is none of this number. */
export function getRound({ rounds }: Contest, roundNumber: number): Round {
  const round = rounds.find((each) => each.roundNumber === roundNumber)
  if (!round) throw new Error(`There is no round ${roundNumber}`)
  return round
}

/** A show's start in the host city's time, such as 'May 13, 21:00 CEST'. */
export function formatStart(contest: Contest, roundNumber: number): string {
  const { deadlineAt } = getRound(contest, roundNumber)
  const { timeZone } = contest
  return `${formatInstant(deadlineAt, timeZone)} ${formatZoneAbbreviation(deadlineAt, timeZone)}`
}

import type { Season, SeasonEntry, SeasonRound, SeasonSettings } from './season-file.ts'

/** What a second load changes, one line each, 'field: old → new'; added and removed parts by name (D14). */
export function listSeasonChanges(before: Season, after: Season): string[] {
  return [
    ...listFieldChanges('', formatSettings(before), formatSettings(after)),
    ...listPartChanges(before.rounds, after.rounds, (round) => `round ${round.roundNumber}`, formatRound),
    ...listPartChanges(before.entries, after.entries, (entry) => `entry ${entry.code}`, formatEntry),
  ]
}

/** The rounds with a changed deadline. */
export function listMovedRounds(before: Season, after: Season): Season['rounds'] {
  const known = new Map(before.rounds.map(({ roundNumber, deadlineAt }) => [roundNumber, deadlineAt]))
  return after.rounds.filter(
    ({ roundNumber, deadlineAt }) => known.has(roundNumber) && known.get(roundNumber) !== deadlineAt,
  )
}

/** The parts of `before` that `after` no longer has. */
export function findRemovedParts(before: Season, after: Season): { codes: string[]; roundNumbers: number[] } {
  const codes = new Set(after.entries.map((entry) => entry.code))
  const numbers = new Set(after.rounds.map((round) => round.roundNumber))
  return {
    codes: before.entries.map((entry) => entry.code).filter((code) => !codes.has(code)),
    roundNumbers: before.rounds.map((round) => round.roundNumber).filter((number) => !numbers.has(number)),
  }
}

type FormattedFields = Record<string, string>

function listFieldChanges(name: string, before: FormattedFields, after: FormattedFields): string[] {
  return Object.entries(after)
    .filter(([field, value]) => before[field] !== value)
    .map(([field, value]) => `${name}${field}: ${before[field] ?? 'none'} → ${value}`)
}

function listPartChanges<Part>(
  before: readonly Part[],
  after: readonly Part[],
  nameOf: (part: Part) => string,
  format: (part: Part) => FormattedFields,
): string[] {
  const earlier = new Map(before.map((part) => [nameOf(part), part]))
  const names = new Set(after.map(nameOf))
  const removed = before.map(nameOf).filter((name) => !names.has(name))
  const changed = after.flatMap((part) => {
    const previous = earlier.get(nameOf(part))
    return previous
      ? listFieldChanges(`${nameOf(part)} `, format(previous), format(part))
      : [`${nameOf(part)}: added`]
  })
  return [...changed, ...removed.map((name) => `${name}: removed`)]
}

function formatSettings(facts: SeasonSettings): FormattedFields {
  return {
    hostCity: facts.hostCity,
    hostCountry: facts.hostCountry,
    timeZone: facts.timeZone,
    lineupPercentages: facts.lineupPercentages.join(', '),
    budgetMillions: String(facts.budgetTenths / 10),
    teamSize: String(facts.teamSize),
    leagueLimit: String(facts.leagueLimit),
    concludedAt: new Date(facts.concludedAt).toISOString(),
  }
}

function formatRound(round: SeasonRound): FormattedFields {
  return { title: round.title, kind: round.kind, startsAt: new Date(round.deadlineAt).toISOString() }
}

function formatEntry(entry: SeasonEntry): FormattedFields {
  return {
    country: entry.country,
    artist: entry.artist,
    song: entry.song,
    priceMillions: String(entry.priceTenths / 10),
    semiFinal: entry.semiFinal === null ? 'pre-qualified' : String(entry.semiFinal),
    semiRunningOrder: String(entry.semiRunningOrder ?? 'none'),
    finalRunningOrder: String(entry.finalRunningOrder ?? 'none'),
    previousPlace: String(entry.previousPlace ?? 'none'),
    youtubeId: entry.youtubeId ?? 'none',
    imageUrl: entry.imageUrl ?? 'none',
    extraInfo: entry.extraInfo ?? 'none',
  }
}

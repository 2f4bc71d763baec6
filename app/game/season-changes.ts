import type { Season, SeasonEntry, SeasonFacts, SeasonRound } from './season.ts'

/** What a second load changes, one line each, 'field: old → new'; added and removed parts by name (D14). */
export function seasonChanges(before: Season, after: Season): string[] {
  return [
    ...fieldChanges('', shownFacts(before), shownFacts(after)),
    ...partChanges(before.rounds, after.rounds, (round) => `round ${round.roundNumber}`, shownRound),
    ...partChanges(before.entries, after.entries, (entry) => `entry ${entry.code}`, shownEntry),
  ]
}

/** The rounds whose deadline is another than before. */
export function movedRounds(before: Season, after: Season): Season['rounds'] {
  const known = new Map(before.rounds.map(({ roundNumber, deadlineAt }) => [roundNumber, deadlineAt]))
  return after.rounds.filter(
    ({ roundNumber, deadlineAt }) => known.has(roundNumber) && known.get(roundNumber) !== deadlineAt,
  )
}

/** The parts of `before` that `after` no longer has. */
export function removedParts(before: Season, after: Season): { codes: string[]; roundNumbers: number[] } {
  const codes = new Set(after.entries.map((entry) => entry.code))
  const numbers = new Set(after.rounds.map((round) => round.roundNumber))
  return {
    codes: before.entries.map((entry) => entry.code).filter((code) => !codes.has(code)),
    roundNumbers: before.rounds.map((round) => round.roundNumber).filter((number) => !numbers.has(number)),
  }
}

type Shown = Record<string, string>

function fieldChanges(name: string, before: Shown, after: Shown): string[] {
  return Object.entries(after)
    .filter(([field, value]) => before[field] !== value)
    .map(([field, value]) => `${name}${field}: ${before[field] ?? 'none'} → ${value}`)
}

function partChanges<Part>(
  before: readonly Part[],
  after: readonly Part[],
  nameOf: (part: Part) => string,
  show: (part: Part) => Shown,
): string[] {
  const old = new Map(before.map((part) => [nameOf(part), part]))
  const names = new Set(after.map(nameOf))
  const gone = before.map(nameOf).filter((name) => !names.has(name))
  const changed = after.flatMap((part) => {
    const was = old.get(nameOf(part))
    return was ? fieldChanges(`${nameOf(part)} `, show(was), show(part)) : [`${nameOf(part)}: added`]
  })
  return [...changed, ...gone.map((name) => `${name}: removed`)]
}

function shownFacts(facts: SeasonFacts): Shown {
  return {
    hostCity: facts.hostCity,
    hostCountry: facts.hostCountry,
    timeZone: facts.timeZone,
    lineupPercentages: facts.lineupPercentages.join(', '),
    budgetMillions: millions(facts.budgetTenths),
    teamSize: String(facts.teamSize),
    leagueLimit: String(facts.leagueLimit),
    concludedAt: instant(facts.concludedAt),
  }
}

function shownRound(round: SeasonRound): Shown {
  return { title: round.title, kind: round.kind, startsAt: instant(round.deadlineAt) }
}

function shownEntry(entry: SeasonEntry): Shown {
  return {
    country: entry.country,
    artist: entry.artist,
    song: entry.song,
    priceMillions: millions(entry.priceTenths),
    semiFinal: entry.semiFinal === null ? 'pre-qualified' : String(entry.semiFinal),
    youtubeId: entry.youtubeId ?? 'none',
    imageUrl: entry.imageUrl ?? 'none',
    extraInfo: entry.extraInfo ?? 'none',
  }
}

function millions(tenths: number): string {
  return String(tenths / 10)
}

function instant(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

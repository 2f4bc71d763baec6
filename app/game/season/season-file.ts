import { computeRealPoints } from '#app/game/scoring/scoring.ts'
import type { Entry, Game, Round } from './contest.ts'

/** A country's real result, the source of the demo's scores and articles. Null where it did not take part. */
export interface EntryResult {
  qualified: boolean
  semiPlace: number | null
  semiPoints: number | null
  semiJuryPoints: number | null
  semiTelevotePoints: number | null
  finalPlace: number | null
  finalPoints: number | null
  finalJuryPoints: number | null
  finalTelevotePoints: number | null
}

/** An entry's facts. */
export interface SeasonEntry extends Omit<Entry, 'id'> {
  /** Its place in the final's running order, from 1; null while not drawn, and when it is not in the final. */
  finalRunningOrder: number | null
  /** Its country's place in the final of the year before, from 1; null where it was not in it. */
  previousPlace: number | null
}

/** An entry of a season file, optionally with its real result. */
export interface SeasonFileEntry extends SeasonEntry {
  result: EntryResult | null
}

export type SeasonRound = Pick<Round, 'roundNumber' | 'title' | 'kind' | 'deadlineAt'>

/** The part of a season in the games table that its file has. */
export type SeasonSettings = Omit<
  Game,
  'id' | 'teamCount' | 'leagueCount' | 'publicationId' | 'livePublicationId'
>

/** One season as stored (D14). */
export interface Season extends SeasonSettings {
  rounds: readonly SeasonRound[]
  entries: readonly SeasonEntry[]
}

/** One season as read from its file. */
export interface SeasonFile extends Season {
  entries: readonly SeasonFileEntry[]
}

/** A problem of a season file: the path inside the file, and a message. */
export interface SeasonFileProblem {
  path: readonly (string | number)[]
  message: string
}

/** The real points of every country in a round, by code (D3). All 0 in a round that the season does not have. */
export function listRealPoints(season: SeasonFile, roundNumber: number): Map<string, number> {
  const round = season.rounds.find((one) => one.roundNumber === roundNumber)
  return new Map(season.entries.map((entry) => [entry.code, round ? computeRealPoints(entry, round) : 0]))
}

/** Checks the rules across several fields of a season; entries are checked once the rounds are valid. Empty: no problems. */
export function listSeasonProblems(season: Season): SeasonFileProblem[] {
  const problems = [...listRoundProblems(season), ...listTeamRuleProblems(season)]
  return problems.length > 0 ? problems : listEntryProblems(season)
}

/** Warnings about a season file that can be loaded nevertheless, one line each. */
export function listSeasonWarnings({ entries }: SeasonFile): string[] {
  const unscored = entries.filter(({ result }) => result?.qualified && result.finalPoints === null)
  if (unscored.length === 0) return []
  const codes = unscored.map(({ code }) => code).join(', ')
  return [`These qualified and have no final points yet, which count as 0: ${codes}.`]
}

function listTeamRuleProblems(season: Season): SeasonFileProblem[] {
  const problems: SeasonFileProblem[] = []
  if (season.lineupPercentages.length !== season.teamSize) {
    const message = `must have one percentage per line-up position: ${season.teamSize}, not ${season.lineupPercentages.length}`
    problems.push({ path: ['lineupPercentages'], message })
  }
  const cheapest = season.entries.map((entry) => entry.priceTenths).sort((a, b) => a - b)
  if (cheapest.length < season.teamSize) {
    problems.push({ path: ['entries'], message: `must have at least ${season.teamSize} entries` })
  } else if (
    cheapest.slice(0, season.teamSize).reduce((sum, price) => sum + price, 0) > season.budgetTenths
  ) {
    problems.push({
      path: ['budgetMillions'],
      message: `buys no team: the cheapest ${season.teamSize} cost more`,
    })
  }
  return problems
}

function listRoundProblems({ rounds, concludedAt }: Season): SeasonFileProblem[] {
  const problems: SeasonFileProblem[] = []
  rounds.forEach((round, index) => {
    const isLast = index === rounds.length - 1
    const before = rounds[index - 1]
    const addProblem = (field: string, message: string) =>
      problems.push({ path: ['rounds', index, field], message })
    if (round.roundNumber !== index + 1)
      addProblem('roundNumber', `must be ${index + 1}: rounds stand in order`)
    if ((round.kind === 'final') !== isLast)
      addProblem('kind', isLast ? 'must be final' : 'only the last is final')
    if (before && round.deadlineAt <= before.deadlineAt)
      addProblem('startsAt', 'must be later than the round before')
    if (isLast && concludedAt <= round.deadlineAt) {
      problems.push({ path: ['concludedAt'], message: 'must be later than the start of the final' })
    }
  })
  return problems
}

function listEntryProblems({ rounds, entries }: Season): SeasonFileProblem[] {
  const semiFinals = rounds.filter((round) => round.kind === 'semi-final').map((round) => round.roundNumber)
  const seen = new Set<string>()
  return entries.flatMap((entry, index): SeasonFileProblem[] => {
    const problems: SeasonFileProblem[] = []
    for (const field of ['code', 'country'] as const) {
      const key = `${field} ${entry[field]}`
      if (seen.has(key))
        problems.push({ path: ['entries', index, field], message: 'stands twice in the file' })
      seen.add(key)
    }
    if (entry.semiFinal !== null && !semiFinals.includes(entry.semiFinal)) {
      problems.push({ path: ['entries', index, 'semiFinal'], message: 'must be the number of a semi-final' })
    }
    return [...problems, ...listOrderProblems(entry, index, seen)]
  })
}

/** A show has each place once, and a direct finalist sings in no semi-final. `seen` has the places of the entries before. */
function listOrderProblems(entry: SeasonEntry, index: number, seen: Set<string>): SeasonFileProblem[] {
  const orders = [
    ['semiRunningOrder', entry.semiRunningOrder, `semi-final ${entry.semiFinal}`],
    ['finalRunningOrder', entry.finalRunningOrder, 'the final'],
  ] as const
  return orders.flatMap(([field, place, show]) => {
    if (place === null) return []
    const key = `${show} ${place}`
    const isRepeated = seen.has(key)
    seen.add(key)
    const path = ['entries', index, field]
    if (field === 'semiRunningOrder' && entry.semiFinal === null)
      return [{ path, message: 'must be null: the entry has no semi-final' }]
    return isRepeated ? [{ path, message: `is the place of another country in ${show}` }] : []
  })
}

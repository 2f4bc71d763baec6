import type { Contest, Entry } from './contest.ts'
import { type NameReading, readName, typedLimit } from './name.ts'
import type { Problem } from './problems.ts'
import { normalizeText } from './text.ts'

/** Team and manager names: 1 to 64 characters (D7). */
export const NAME_LIMIT = 64

/** What a rule about a team needs to know of its contest. */
export type TeamRules = Pick<Contest, 'entries' | 'budgetTenths' | 'teamSize'>

/** A team as it is stored. Entries in team order, which is the order of its automatic line-ups (D8). */
export interface Team {
  id: number
  teamName: string
  managerName: string
  entryIds: readonly number[]
  createdAt: number
}

/** A team that a manager wants saved, as it was sent. */
export interface WantedTeam {
  teamName: string
  managerName: string
  codes: readonly string[]
}

export type CheckedTeam =
  | { ok: true; value: { teamName: string; managerName: string; entries: readonly Entry[] } }
  | { ok: false; problems: readonly Problem[] }

/** The entries with these codes, in this order; unknown codes are left out. */
export function pickEntries(entries: readonly Entry[], codes: readonly string[]): Entry[] {
  return codes.flatMap((code) => entries.find((entry) => entry.code === code) ?? [])
}

/** The entries with these ids, in this order; ids of another contest are left out. */
export function entriesOf(entries: readonly Entry[], ids: readonly number[]): Entry[] {
  return ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? [])
}

/** What is left of the budget, in tenths of a million; negative when overdrawn. */
export function remainingTenths(rules: TeamRules, codes: readonly string[]): number {
  const spent = pickEntries(rules.entries, codes).reduce((sum, entry) => sum + entry.priceTenths, 0)
  return rules.budgetTenths - spent
}

/** Why this entry cannot be added now, or null when it can (spec 5: full first, then budget). */
export function whyNotAdd(rules: TeamRules, codes: readonly string[], entry: Entry): Problem | null {
  if (codes.length >= rules.teamSize) return 'TEAM_FULL'
  if (entry.priceTenths > remainingTenths(rules, codes)) return 'BUDGET_EXCEEDED'
  return null
}

/** The names of a wanted team as the rules read them. Needs no contest, so that it is done before a transaction begins. */
export function readTeamNames({ teamName, managerName }: Pick<WantedTeam, 'teamName' | 'managerName'>) {
  return { teamName: readName(teamName, NAME_LIMIT), managerName: readName(managerName, NAME_LIMIT) }
}

/** Which names are longer than anything that is read of them: a draft would keep a part only. */
export function overlongNames({
  teamName,
  managerName,
}: Pick<WantedTeam, 'teamName' | 'managerName'>): Problem[] {
  const isOverlong = (name: string) => name.length > typedLimit(NAME_LIMIT)
  const problems = [
    isOverlong(teamName) ? 'TEAM_NAME_TOO_LONG' : null,
    isOverlong(managerName) ? 'MANAGER_NAME_TOO_LONG' : null,
  ] as const
  return problems.filter((problem) => problem !== null)
}

/** Holds a wanted team against every rule of spec 5 and D7. All problems at once, so that none is met twice. */
export function checkTeam(
  rules: TeamRules,
  { teamName, managerName }: ReturnType<typeof readTeamNames>,
  codes: readonly string[],
): CheckedTeam {
  const entries = pickEntries(rules.entries, codes)
  if (!teamName.ok || !managerName.ok || selectionProblem(rules, codes) !== null) {
    const problems = [
      selectionProblem(rules, codes),
      nameProblem('TEAM_NAME', teamName),
      nameProblem('MANAGER_NAME', managerName),
    ]
    return { ok: false, problems: problems.filter((problem) => problem !== null) }
  }
  return { ok: true, value: { teamName: teamName.name, managerName: managerName.name, entries } }
}

/** What is wrong with a selection of countries as such, or null. */
function selectionProblem(rules: TeamRules, codes: readonly string[]): Problem | null {
  if (pickEntries(rules.entries, codes).length !== codes.length) return 'ENTRY_UNKNOWN'
  if (new Set(codes).size !== codes.length) return 'ENTRY_REPEATED'
  if (codes.length !== rules.teamSize) return 'TEAM_INCOMPLETE'
  if (remainingTenths(rules, codes) < 0) return 'TEAM_OVER_BUDGET'
  return null
}

function nameProblem<Field extends 'TEAM_NAME' | 'MANAGER_NAME'>(field: Field, reading: NameReading) {
  if (reading.ok) return null
  const codes = {
    missing: `${field}_MISSING`,
    'too-long': `${field}_TOO_LONG`,
    malformed: `${field}_MALFORMED`,
  } as const
  return codes[reading.problem]
}

/** How much of a search is looked for, and how much of a text is looked through, in UTF-16 units. */
const SEARCH_LIMIT = 100
const SEARCHED_LIMIT = 500

/** The entries that a search finds by country, artist or song, whatever the case and the accents (spec 2). */
export function searchEntries(entries: readonly Entry[], search: string): Entry[] {
  const wanted = fold(search.slice(0, SEARCH_LIMIT).trim())
  return entries.filter((entry) =>
    [entry.country, entry.artist, entry.song].some((text) => fold(text).includes(wanted)),
  )
}

function fold(text: string): string {
  return normalizeText(text, 'NFKD', SEARCHED_LIMIT).replace(/\p{M}/gu, '').toLowerCase()
}

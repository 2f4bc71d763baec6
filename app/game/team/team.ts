import type { DraftProblem, Problem } from '#app/game/problems.ts'
import type { Contest, Entry } from '#app/game/season/contest.ts'
import { parsePublicName, typedLimit } from '#app/game/text/name.ts'

/** Team and manager names: 1 to 64 characters (D7). */
export const NAME_LIMIT = 64

/** Countries in a team (spec 5). */
export const TEAM_SIZE = 6

/** The part of a contest that the team rules need. */
export type TeamRules = Pick<Contest, 'entries' | 'budgetTenths' | 'teamSize'>

/** A stored team. Entries are in team order, which is the order of its automatic line-ups (D8). */
export interface Team extends TeamNames {
  id: number
  entryIds: readonly number[]
  createdAt: number
}

interface TeamNames {
  teamName: string
  managerName: string
}

export interface TeamInput extends TeamNames {
  codes: readonly string[]
}

/** The entries with these codes, in this order; unknown codes are left out. */
export function pickEntriesByCode(entries: readonly Entry[], codes: readonly string[]): Entry[] {
  return codes.flatMap((code) => entries.find((entry) => entry.code === code) ?? [])
}

/** The entries with these ids, in this order; ids of another contest are left out. */
export function pickEntriesById(entries: readonly Entry[], ids: readonly number[]): Entry[] {
  return ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? [])
}

/** The remaining budget, in tenths of a million; negative when overdrawn. */
export function computeRemainingTenths(rules: TeamRules, codes: readonly string[]): number {
  const spent = pickEntriesByCode(rules.entries, codes).reduce((sum, entry) => sum + entry.priceTenths, 0)
  return rules.budgetTenths - spent
}

/** Why an entry cannot be added, or null when it can (spec 5: full first, then budget). */
export function findAddProblem(
  rules: TeamRules,
  codes: readonly string[],
  entry: Entry,
): DraftProblem | null {
  if (codes.length >= rules.teamSize) return 'TEAM_FULL'
  if (entry.priceTenths > computeRemainingTenths(rules, codes)) return 'BUDGET_EXCEEDED'
  return null
}

/**
 * A short mark of a team as it is stored, by which a form knows what it was made from: another one means that the team
 * was saved meanwhile. 'none' without a team.
 */
export function toTeamVersion(team: (TeamNames & Pick<Team, 'entryIds'>) | undefined): string {
  if (!team) return 'none'
  const text = JSON.stringify([team.teamName, team.managerName, team.entryIds])
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0
  return hash.toString(36)
}

/** Parses the names of a sent team, beside those that are stored. */
export function parseTeamNames({ teamName, managerName }: TeamNames, stored: TeamNames | undefined) {
  return {
    teamName: parsePublicName(teamName, NAME_LIMIT, stored?.teamName),
    managerName: parsePublicName(managerName, NAME_LIMIT, stored?.managerName),
  }
}

/** The names that are too long to be read completely: a draft would contain only a part. */
export function listOverlongNames({ teamName, managerName }: TeamNames): Problem[] {
  const names = [
    ['TEAM_NAME_TOO_LONG', teamName],
    ['MANAGER_NAME_TOO_LONG', managerName],
  ] as const
  return names.filter(([, name]) => name.length > typedLimit(NAME_LIMIT)).map(([problem]) => problem)
}

/** Checks a sent team by every rule of spec 5 and D7. Returns all problems at once. */
export function checkTeam(
  rules: TeamRules,
  { teamName, managerName }: ReturnType<typeof parseTeamNames>,
  codes: readonly string[],
) {
  const selection = findSelectionProblem(rules, codes)
  if (!teamName.ok || !managerName.ok || selection !== null) {
    const problems = [
      selection,
      teamName.ok ? null : (`TEAM_NAME_${teamName.problem}` as const),
      managerName.ok ? null : (`MANAGER_NAME_${managerName.problem}` as const),
    ]
    return { ok: false, problems: problems.filter((problem) => problem !== null) } as const
  }
  const entries = pickEntriesByCode(rules.entries, codes)
  return { ok: true, value: { teamName: teamName.name, managerName: managerName.name, entries } } as const
}

function findSelectionProblem(rules: TeamRules, codes: readonly string[]): Problem | null {
  if (pickEntriesByCode(rules.entries, codes).length !== codes.length) return 'ENTRY_UNKNOWN'
  if (new Set(codes).size !== codes.length) return 'ENTRY_REPEATED'
  if (codes.length !== rules.teamSize) return 'TEAM_INCOMPLETE'
  if (computeRemainingTenths(rules, codes) < 0) return 'TEAM_OVER_BUDGET'
  return null
}

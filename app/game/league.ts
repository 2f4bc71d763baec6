import type { ErrorSubset } from './errors/errors.ts'
import type { leagueErrors } from './errors/league-errors.ts'
import { parsePublicName } from './text/name.ts'

/** League names: 1 to 128 characters (spec 5). */
export const LEAGUE_NAME_LIMIT = 128

/** Members per page of a league's table (spec 9). */
export const LEAGUE_PAGE_SIZE = 10

/** The page of a league's table with this position, from 1. */
export function toLeaguePage(position: number): number {
  return Math.ceil(position / LEAGUE_PAGE_SIZE)
}

/** A private league, as visible to its members. */
export interface League {
  id: number
  gameId: number
  leagueName: string
  /** The secret of the invite link: shown to members only. */
  inviteSecret: string
  ownerId: number
  memberCount: number
}

/**
 * The smallest of some leagues, in their order, as many as have at most so many members together: what takes time for each
 * member is done for these.
 */
export function pickSmallestLeagues<Item extends Pick<League, 'memberCount'>>(
  leagues: readonly Item[],
  mostMembers: number,
): Item[] {
  const picked = new Set<Item>()
  let members = 0
  for (const league of leagues.toSorted((a, b) => a.memberCount - b.memberCount)) {
    members += league.memberCount
    if (members > mostMembers) break
    picked.add(league)
  }
  return leagues.filter((league) => picked.has(league))
}

export type LeagueProblem =
  | keyof typeof leagueErrors
  | ErrorSubset<'ACTIVE_GAME_MISSING' | 'SEASON_CHANGED' | 'TEAM_MISSING' | 'TOO_MANY_REQUESTS'>

/** Parses a league's name by the rules of spec 5 and of all names (D7). */
export function checkLeagueName(typed: string, stored?: string) {
  const parsed = parsePublicName(typed, LEAGUE_NAME_LIMIT, stored)
  return parsed.ok ? parsed : ({ ok: false, problem: `LEAGUE_NAME_${parsed.problem}` } as const)
}

/**
 * What happens to a league when a member leaves (D11): an owner is succeeded by `successor`, the remaining member with the
 * longest membership; without a remaining member the league is deleted.
 */
export function decideLeagueSuccession<Successor>({
  isOwner,
  successor,
}: {
  isOwner: boolean
  successor: Successor | undefined
}): LeagueSuccession<Successor> {
  if (successor === undefined) return { kind: 'deleted' }
  return isOwner ? { kind: 'transferred', successor } : { kind: 'left' }
}

export type LeagueSuccession<Successor> =
  | { kind: 'left' }
  | { kind: 'deleted' }
  | { kind: 'transferred'; successor: Successor }

/** One event of a league's log. Names are those its members know; null for a deleted account. */
export interface LeagueEvent {
  id: number
  happenedAt: number
  kind: 'created' | 'joined' | 'left' | 'removed' | 'renamed' | 'link-renewed' | 'handed-over'
  actor: string | null
  subject: string | null
  detail: string | null
}

/** The `detail` of 'link-renewed' when it is about the link of the league's screen (D39), not the invite. */
export const screenMade = 'screen'
export const screenRemoved = 'screen-removed'

/** An event as a sentence. */
export function describeLeagueEvent({ kind, actor, subject, detail }: LeagueEvent): string {
  const who = actor ?? 'A former member'
  const whom = subject ?? 'a former member'
  const sentences = {
    created: `${who} created the league.`,
    joined: `${who} joined.`,
    left: `${who} left.`,
    removed: `${who} removed ${whom}.`,
    renamed: `${who} named the league “${detail ?? ''}”.`,
    'link-renewed': `${who} ${describeLink(detail)}.`,
    'handed-over': `${who} handed the league over to ${whom}.`,
  } as const
  return sentences[kind]
}

function describeLink(detail: string | null): string {
  if (detail === screenMade) return 'made a screen link: anybody who has it sees the table'
  return detail === screenRemoved ? 'took the screen link back' : 'made a new invite link'
}

import type { LeagueProblem } from '#app/game/league.ts'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { FormattedInstant } from '#app/game/time/instant.ts'
import type { LitCountry } from '#app/ui/art/spotlights.tsx'
import type { FetchError } from '#app/ui/feedback/fetch-error.ts'
import type { RankingRow } from '#app/ui/game/ranking-table.tsx'

export type LeagueDialog =
  | 'create'
  | 'share'
  | 'rename'
  | 'renew'
  | 'leave'
  | 'delete'
  | 'remove'
  | 'hand-over'
  | 'log'

/** Everything My Leagues shows to a manager with a team. */
export interface LeaguesView {
  kind: 'leagues'
  /** The team's countries, for the band. */
  lights: readonly LitCountry[]
  leagues: readonly { id: number; leagueName: string }[]
  league: LeagueView | null
  rounds: readonly LeagueRound[]
  next: NextDeadlineView | null
  dialog: LeagueDialog | null
  /** A league name typed before the session ended. */
  typedName: string
  /** What the form of a new league carries, so that a second press makes no second league. */
  once: string
  /** The year of the season that such a form belongs to. */
  season: number
  /** Whether the root draws the page beneath a dialog. */
  hasDialog: boolean
}

export interface LeagueView {
  id: number
  leagueName: string
  memberCount: number
  isOwner: boolean
  inviteUrl: string
  /** The modules of the link's QR code as one SVG path, and how many stand in a row. */
  qr: { path: string; size: number } | null
  rows: readonly RankingRow[]
  /** The viewer's own row, when the page shows others. */
  ownRow: RankingRow | null
  page: number
  pageCount: number
  /** The page with the viewer's own row, when another is shown. */
  ownPage: number | null
  /** The member that a dialog is about. */
  member: { teamId: number; teamName: string; managerName: string } | null
  events: readonly { id: number; text: string; at: { text: string; iso: string } }[]
}

export interface LeagueRound {
  roundNumber: number
  title: string
  deadline: { text: string; iso: string }
  state: 'next' | 'open' | 'closed' | 'scored'
}

/** The season's last deadline: until then a league plays. */
export interface LastDeadline extends FormattedInstant {
  roundTitle: string
}

/** What an invite link leads to. */
export interface InviteView {
  kind: 'invite'
  lights: readonly LitCountry[]
  next: NextDeadlineView | null
  hasDialog: false
  invite: InviteState
}

export type InviteState =
  | {
      state: 'open'
      leagueId: number
      secret: string
      leagueName: string
      memberCount: number
      until: LastDeadline
    }
  | { state: 'no-team'; leagueName: string; memberCount: number; until: LastDeadline }
  | { state: 'member'; leagueId: number; leagueName: string }
  | { state: 'removed' | 'limit'; leagueName: string }
  | { state: 'over'; leagueName: string; hasTeam: boolean }
  | { state: 'invalid' }

/** What a press that changed nothing brought: a refusal, or nothing at all. */
export type LeagueActionData = RefusedLeague | (FetchError & { intent: string })

/** What a refused press answers with: what was typed, and why. */
export interface RefusedLeague {
  problem: LeagueProblem
  intent: string
  leagueName: string
}

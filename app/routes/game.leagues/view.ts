import type { LeagueProblem } from '#app/game/league.ts'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { FormattedInstant } from '#app/game/time/instant.ts'
import type { SpotlightCountry } from '#app/ui/art/spotlights.tsx'
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

/** My Leagues for a manager with a team. */
export interface LeaguesView {
  kind: 'leagues'
  /** The team's countries, for the page header. */
  lights: readonly SpotlightCountry[]
  leagues: readonly { id: number; leagueName: string }[]
  league: LeagueView | null
  rounds: readonly LeagueRound[]
  next: NextDeadlineView | null
  dialog: LeagueDialog | null
  /** A league name typed before the session ended. */
  typedName: string
  /** Idempotency token of a new league's form: a repeated submit creates no second league. */
  once: string
  /** The year of the season that the form belongs to. */
  season: number
  /** Whether the root renders the page behind a dialog. */
  hasDialog: boolean
}

export interface LeagueView {
  id: number
  leagueName: string
  memberCount: number
  isOwner: boolean
  inviteUrl: string
  /** The modules of the link's QR code as one SVG path, and the number of modules per row. */
  qr: { path: string; size: number } | null
  rows: readonly RankingRow[]
  /** The viewer's own row, when the page shows others. */
  ownRow: RankingRow | null
  page: number
  pageCount: number
  /** The page with the viewer's own row, when another is shown. */
  ownPage: number | null
  /** The member of an open dialog. */
  member: { teamId: number; teamName: string; managerName: string } | null
  events: readonly { id: number; text: string; at: { text: string; iso: string } }[]
}

export interface LeagueRound {
  roundNumber: number
  title: string
  deadline: { text: string; iso: string }
  state: 'next' | 'open' | 'closed' | 'scored'
}

/** The season's last deadline. */
export interface LastDeadline extends FormattedInstant {
  roundTitle: string
}

/** The page of an invite link. */
export interface InviteView {
  kind: 'invite'
  lights: readonly SpotlightCountry[]
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

/** Action data of a form that changed nothing: refused, or the request failed. */
export type LeagueActionData = RefusedLeague | (FetchError & { intent: string })

/** Action data of a refused form: the typed name, and the reason. */
export interface RefusedLeague {
  problem: LeagueProblem
  intent: string
  leagueName: string
}

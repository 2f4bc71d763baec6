import type { GameAction } from '#app/game/dashboard-actions.ts'
import type { NoticeView } from '#app/game/notification/notice.ts'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { ReceiptView } from '#app/game/team/receipt.ts'
import type { RankingRow } from '#app/ui/game/ranking-table.tsx'

/** The dashboard. */
export interface DashboardView {
  /** Notices for managers who get no mails about them. */
  notices: readonly NoticeView[]
  team: DashboardTeam | null
  event: NextEvent | FinalRound
  /** The running show, or results being awaited; null while only the next deadline matters. */
  status: { text: string; isOnAir: boolean } | null
  /** What a late join has missed; null with a team, before the first show and after the last deadline. */
  missed: string | null
  actions: readonly GameAction[]
  ranking: Ranking
  /** Whether the Game Rules are open; the root reads it too. */
  hasDialog: boolean
  rules: RulesView
}

export interface DashboardTeam {
  teamName: string
  managerName: string
  totalHundredths: number | null
  rank: number | null
  /** How many teams share the rank. */
  tied: number
  /** 'Top n %' (D5); null before the first computation. */
  topPercent: number | null
  /** Ranks gained (positive) or lost since the previous round; null without one. */
  movement: number | null
  budgetLeftTenths: number
  leagueCount: number
  /** The line-up of the next round, or of the last one when all are over. */
  lineup: {
    title: string
    isAutomatic: boolean
    entries: readonly { code: string; country: string }[]
    /** Null once the line-up is locked. */
    receipt: ReceiptView | null
  } | null
}

interface EventProgress {
  title: string
  roundNumber: number
  roundCount: number
}

export interface NextEvent extends EventProgress {
  kind: 'next'
  closing: NextDeadlineView
}

export interface FinalRound extends EventProgress {
  kind: 'final'
  isScored: boolean
  isOnAir: boolean
}

export interface Ranking {
  rows: readonly RankingRow[]
  ownRow: RankingRow | null
  /** The page with the viewer's own row, when another one is shown. */
  ownPage: number | null
  page: number
  pageCount: number
  /** Whether any round was computed: until then ranks are '-' (D5). */
  isComputed: boolean
}

/** The numbers that the Game Rules quote. */
export interface RulesView {
  teamSize: number
  budgetTenths: number
  percentages: readonly number[]
  leagueLimit: number
  firstRound: string
}

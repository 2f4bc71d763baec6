import type { GameAction } from '#app/game/dashboard-actions.ts'
import type { NoticeView } from '#app/game/notification/notice.ts'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { ReceiptView } from '#app/game/team/receipt.ts'
import type { RankingRow } from '#app/ui/game/ranking-table.tsx'

/** Everything the dashboard shows. */
export interface DashboardView {
  /** What is told here to whom no mail is sent. */
  notices: readonly NoticeView[]
  team: DashboardTeam | null
  event: NextEvent | FinalRound
  /** What is on the air, or waited for; null while there is nothing to tell beside the next deadline. */
  status: { text: string; isOnAir: boolean } | null
  /** What whoever joins now has missed, or null: with a team, before the first show and after the last deadline. */
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
  /** Ranks won (positive) or lost since the round before; null without one. */
  movement: number | null
  budgetLeftTenths: number
  leagueCount: number
  /** The line-up of the next round, or of the last one when all are over. */
  lineup: {
    title: string
    isAutomatic: boolean
    entries: readonly { code: string; country: string }[]
    /** Tells of it while it can change. */
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
  /** Whether anything was computed: before, ranks are '-' (D5). */
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

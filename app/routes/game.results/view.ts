import type { ResultLine } from '#app/game/scoring/results.ts'
import type { Entry } from '#app/game/season/contest.ts'
import type { NextDeadlineView } from '#app/game/season/next-deadline.ts'
import type { FormattedInstant } from '#app/game/time/instant.ts'
import type { CountryPoints } from '#app/ui/data/charts.tsx'

/** A round for the selector; only rounds past their deadline can be chosen (spec 2). */
export interface ResultsRound {
  roundNumber: number
  title: string
  isPast: boolean
}

/** One position of the line-up, with its country. */
export interface ResultLineView extends Omit<ResultLine, 'entry'> {
  entry: Pick<Entry, 'code' | 'country' | 'artist' | 'song'>
}

/** A team's results of one round, and its standing. */
export interface ResultsView {
  team: {
    id: number
    teamName: string
    isOwn: boolean
    totalHundredths: number | null
    rank: number | null
    tied: number
  }
  rounds: readonly ResultsRound[]
  round: { roundNumber: number; title: string; scoreHundredths: number | null; rank: number | null }
  /** Empty when the team joined after this round began. */
  lines: readonly ResultLineView[]
  /** Of the publication in force. */
  correction: { note: string; at: FormattedInstant } | null
  roundsRemaining: number
  next: NextDeadlineView | null
  chart: { rounds: readonly string[]; rows: readonly CountryPoints[] }
  ranks: readonly { title: string; shortTitle: string; rank: number; scoreHundredths: number }[]
}

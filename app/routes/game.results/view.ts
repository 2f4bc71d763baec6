import type { Entry } from '#app/game/contest.ts'
import type { ShownInstant } from '#app/game/instant.ts'
import type { CountryPoints } from '#app/ui/charts.tsx'

/** A round as the selector shows it; only rounds past their deadline can be chosen (spec 2). */
export interface ResultsRound {
  roundNumber: number
  title: string
  isPast: boolean
}

/** One position of the line-up; points and score are null until the round was computed. */
export interface ResultLine {
  entry: Pick<Entry, 'code' | 'country' | 'artist' | 'song'>
  percent: number
  points: number | null
  scoreHundredths: number | null
}

/** A team's results of one round, and where it stands. */
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
  lines: readonly ResultLine[]
  roundsRemaining: number
  next: (ShownInstant & { title: string }) | null
  chart: { rounds: readonly string[]; rows: readonly CountryPoints[] }
  ranks: readonly { title: string; shortTitle: string; rank: number; scoreHundredths: number }[]
}

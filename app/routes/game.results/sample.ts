import { samplePercentages, sampleTeam } from '#app/game/sample-data.ts'
import type { ResultsView } from './load.server.ts'

/** The results page behind the sign-in card. */
export const sampleResultsView: ResultsView = {
  team: { id: 1, teamName: 'The Six Lights', isOwn: true, totalHundredths: 183530, rank: 42, tied: 1 },
  rounds: [{ roundNumber: 3, title: 'Grand final', isPast: true }],
  round: {
    roundNumber: 3,
    title: 'Grand final',
    scoreHundredths: 130810,
    rank: 40,
    isLive: false,
    isHidden: false,
  },
  lines: sampleTeam.map((entry, index) => ({
    entry,
    percent: samplePercentages[index] ?? 70,
    points: 300 - index * 20,
    show: { state: 'ready', text: 'Sung' },
    zeroReason: null,
    scoreHundredths: (300 - index * 20) * (samplePercentages[index] ?? 70),
  })),
  best: null,
  live: null,
  correction: null,
  roundsRemaining: 0,
  next: null,
  chart: { rounds: [], rows: [] },
  ranks: [],
  league: null,
  canCompare: false,
}

import { sampleDeadline, sampleTeam } from '#app/game/sample-data.ts'
import type { HistoryView } from './load.server.ts'

/** The history behind the sign-in card. */
export const sampleHistoryView: HistoryView = {
  teamName: 'The Six Lights',
  hasOpenRound: true,
  countries: sampleTeam,
  saves: [
    {
      id: 1,
      kind: 'line-up',
      teamName: null,
      rounds: [{ roundNumber: 3, title: 'Grand final', deadline: sampleDeadline, isOpen: true }],
      order: sampleTeam,
      savedAt: sampleDeadline,
      isTeamInForce: false,
      roundsInForce: [3],
    },
  ],
  hasNewer: false,
  olderBefore: null,
}

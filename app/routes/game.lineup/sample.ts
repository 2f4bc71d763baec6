import {
  sampleCodes,
  sampleDeadline,
  sampleNextDeadline,
  samplePercentages,
  sampleTeam,
} from '#app/game/sample-data.ts'
import type { LineupView } from './load.server.ts'

/** The line-up page behind the sign-in card. */
export const sampleLineupView: LineupView = {
  draft: {
    roundNumber: 3,
    codes: sampleCodes,
    alsoLater: false,
    details: null,
    isPlaying: false,
    switchTo: null,
    focus: null,
  },
  season: 2025,
  closedTitle: null,
  rounds: [
    {
      roundNumber: 3,
      title: 'Grand final',
      deadline: sampleDeadline,
      isOpen: true,
      isNext: true,
      isScored: false,
      stored: sampleCodes,
      isAutomatic: true,
      hasAbsent: false,
      shows: Object.fromEntries(
        sampleCodes.map((code) => [code, { state: 'ready', text: 'Sings on Saturday' }]),
      ),
    },
  ],
  next: sampleNextDeadline,
  entries: sampleTeam,
  percentages: samplePercentages,
  hasDialog: false,
}

import { samplePercentages, sampleTeam } from '#app/game/sample-data.ts'
import type { LiveView } from '#app/server/live/live-view.server.ts'

/** The page of the evening behind the sign-in card. */
export const sampleLiveView: LiveView = {
  round: { title: 'Grand final', isSemiFinal: false },
  live: { text: '23:41', iso: '2025-05-17T21:41:00Z' },
  hasPoints: true,
  isHidden: false,
  every: null,
  rank: 118,
  moved: 12,
  totalHundredths: 52720,
  points: { tonightHundredths: 42000, beforeHundredths: 10720 },
  tally: null,
  song: null,
  through: null,
  lines: sampleTeam.map(({ code, country, artist, song }, index) => ({
    entry: { code, country, artist, song },
    percent: samplePercentages[index] ?? 0,
    points: 200 - index * 20,
    scoreHundredths: (200 - index * 20) * (samplePercentages[index] ?? 0),
    show: { state: 'ready', text: 'Sung' },
    zeroReason: null,
  })),
  leagues: [
    {
      id: 1,
      leagueName: 'The sofa',
      memberCount: 5,
      rank: 2,
      tied: 1,
      moved: 1,
      above: { teamName: 'The Other Six', gapHundredths: 2330 },
      line: null,
      top: [],
    },
  ],
  chances: null,
  board: { count: 0, rows: [] },
  world: { teamCount: 9000, tied: 1, leader: { teamName: 'The First Six', gapHundredths: 19460 } },
}

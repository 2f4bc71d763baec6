import { sampleNextDeadline, samplePercentages, sampleTeam } from '#app/game/sample-data.ts'
import type { DashboardView } from './load.server.ts'

/** The dashboard behind the sign-in card. */
export const sampleDashboardView: DashboardView = {
  notices: [],
  team: {
    teamName: 'The Six Lights',
    managerName: 'a fan',
    totalHundredths: 52720,
    rank: 118,
    tied: 1,
    topPercent: 4,
    movement: 12,
    budgetLeftTenths: 45,
    // Below the first screen, where its bytes would bring nothing.
    leagueCount: 0,
    leagues: [],
    lineup: {
      isAutomatic: false,
      entries: sampleTeam.map((entry) => ({ ...entry, show: { state: 'ready', text: 'Sings tonight' } })),
      deadline: sampleNextDeadline.deadline,
    },
  },
  event: {
    title: 'Grand final',
    roundNumber: 3,
    roundCount: 3,
    closing: sampleNextDeadline,
    result: '',
    badge: null,
  },
  status: null,
  missed: null,
  actions: [
    { name: 'team', title: 'Manage Team', reason: null },
    { name: 'lineup', title: 'Manage Lineup', reason: null },
    { name: 'results', title: 'View Results', reason: null },
    { name: 'leagues', title: 'View Leagues', reason: null },
  ],
  ranking: {
    rows: [1, 2, 3, 4, 5].map((rank) => ({
      id: rank,
      rank,
      teamName: 'A team of six',
      pointsHundredths: 100000 - rank * 1230,
    })),
    ownRow: null,
    ownPage: null,
    page: 1,
    pageCount: 1,
    isComputed: true,
    standing: 'You are #118',
  },
  offersHiding: false,
  teamCount: 9000,
  live: null,
  tonight: null,
  hasDialog: false,
  rules: {
    teamSize: 6,
    budgetTenths: 1000,
    percentages: samplePercentages,
    leagueLimit: 20,
    firstRound: 'First semi-final',
  },
}

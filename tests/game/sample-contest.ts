import type { Contest, Entry } from '#app/game/season/contest.ts'

/** Eight invented countries with prices for every budget case: Albania is cheap, Hungary expensive. */
export const entries: readonly Entry[] = [
  ['AL', 'Albania', 100],
  ['BE', 'Belgium', 150],
  ['CY', 'Cyprus', 150],
  ['DK', 'Denmark', 200],
  ['EE', 'Estonia', 200],
  ['FR', 'France', 200],
  ['GR', 'Greece', 50],
  ['HU', 'Hungary', 455],
].map(([code, country, priceTenths], index) => ({
  id: index + 1,
  code: String(code),
  country: String(country),
  artist: `Singer of ${country}`,
  song: country === 'Greece' ? 'Asteromáta' : `Song ${index}`,
  priceTenths: Number(priceTenths),
  semiFinal: 1,
  semiRunningOrder: null,
  imageUrl: null,
  youtubeId: null,
  extraInfo: null,
}))

/** 100 + 150 + 150 + 200 + 200 + 200 tenths are exactly the budget. */
export const six = ['AL', 'BE', 'CY', 'DK', 'EE', 'FR']
export const rules = { entries, budgetTenths: 1000, teamSize: 6 }

const round = {
  scoresSavedAt: null,
  computedAt: null,
  settledAt: null,
  songsBegun: 0,
  kind: 'semi-final' as const,
}

/** Three rounds at 1000, 2000 and 3000 ms. */
export const contest: Contest = {
  id: 1,
  year: 2025,
  hostCity: 'Basel',
  hostCountry: 'Switzerland',
  timeZone: 'Europe/Zurich',
  lineupPercentages: [100, 85, 85, 70, 70, 70],
  budgetTenths: 1000,
  teamSize: 6,
  leagueLimit: 20,
  concludedAt: 4000,
  teamCount: 0,
  leagueCount: 0,
  publicationId: null,
  livePublicationId: null,
  entries,
  rounds: [
    { ...round, roundNumber: 1, title: 'First', deadlineAt: 1000 },
    { ...round, roundNumber: 2, title: 'Second', deadlineAt: 2000 },
    { ...round, roundNumber: 3, title: 'Final', deadlineAt: 3000, kind: 'final' },
  ],
}

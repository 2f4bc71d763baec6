import { sampleNextDeadline, sampleTeam } from '#app/game/sample-data.ts'
import type { LeaguesView } from './load.server.ts'

/** My Leagues behind the sign-in card. */
export const sampleLeaguesView: LeaguesView = {
  kind: 'leagues',
  countries: sampleTeam,
  live: null,
  leagues: [{ id: 1, leagueName: 'The sofa' }],
  league: {
    id: 1,
    leagueName: 'The sofa',
    memberCount: 5,
    isOwner: false,
    invite: { text: '', url: '' },
    qr: null,
    screen: null,
    rows: [1, 2, 3, 4, 5].map((rank) => ({
      id: rank,
      rank,
      teamName: 'A team of six',
      managerName: 'A fan',
      pointsHundredths: 100000 - rank * 1230,
    })),
    ownRow: null,
    page: 1,
    pageCount: 1,
    ownPage: null,
    member: null,
    events: [],
  },
  rounds: [],
  next: sampleNextDeadline,
  dialog: null,
  typedName: '',
  idempotencyToken: '',
  season: 2025,
  hasDialog: false,
}

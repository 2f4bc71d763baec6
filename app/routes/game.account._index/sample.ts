import { sampleDeadline, sampleTeam } from '#app/game/sample-data.ts'
import type { AccountView } from './load.server.ts'

/** The account behind the sign-in card. */
export const sampleAccountView: AccountView = {
  countries: [...sampleTeam],
  isHiding: false,
  issuer: 'https://sign-in.example',
  subject: 'you',
  missingClaim: null,
  since: sampleDeadline,
  sessions: [{ startedAt: sampleDeadline, lastSeenAt: sampleDeadline, isAdmin: false }],
  teams: [{ season: 2025, teamName: 'The Six Lights', managerName: 'You', saves: 3, leagues: 2 }],
  uploads: 0,
  addresses: [],
  mails: 0,
}

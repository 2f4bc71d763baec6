import type { ShownInstant } from '#app/game/instant.ts'

/** What is stored about the manager, in short. */
export interface AccountView {
  lights: readonly { code: string; country: string }[]
  /** The provider's address and its name for the account. */
  issuer: string
  subject: string
  since: ShownInstant
  sessions: readonly { startedAt: ShownInstant; lastSeenAt: ShownInstant; isAdmin: boolean }[]
  teams: readonly { season: number; teamName: string; managerName: string; saves: number; leagues: number }[]
  uploads: number
  addresses: readonly { address: string; isConfirmed: boolean; since: ShownInstant }[]
  mails: number
}

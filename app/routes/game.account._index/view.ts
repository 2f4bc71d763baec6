import type { FormattedInstant } from '#app/game/time/instant.ts'

/** What is stored about the manager, in short. */
export interface AccountView {
  lights: readonly { code: string; country: string }[]
  /** The provider's address and its name for the account. */
  issuer: string
  subject: string
  since: FormattedInstant
  sessions: readonly { startedAt: FormattedInstant; lastSeenAt: FormattedInstant; isAdmin: boolean }[]
  teams: readonly { season: number; teamName: string; managerName: string; saves: number; leagues: number }[]
  uploads: number
  addresses: readonly { address: string; isConfirmed: boolean; since: FormattedInstant }[]
  mails: number
}

import type { FormattedInstant } from '#app/game/time/instant.ts'

/** A summary of the data stored about the manager. */
export interface AccountView {
  lights: readonly { code: string; country: string }[]
  /** The provider's URL and its id of the account. */
  issuer: string
  subject: string
  since: FormattedInstant
  sessions: readonly { startedAt: FormattedInstant; lastSeenAt: FormattedInstant; isAdmin: boolean }[]
  teams: readonly { season: number; teamName: string; managerName: string; saves: number; leagues: number }[]
  uploads: number
  addresses: readonly { address: string; isConfirmed: boolean; since: FormattedInstant }[]
  mails: number
}

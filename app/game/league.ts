/** A private league as its members see it. */
export interface League {
  id: number
  leagueName: string
  /** Lets whoever holds it join: shown to members only. */
  inviteSecret: string
  ownerId: number
  memberCount: number
}

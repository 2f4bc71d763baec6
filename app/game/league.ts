/** A private league as its members see it. */
export interface League {
  id: number
  leagueName: string
  /** Lets whoever holds it join: shown to members only. */
  inviteSecret: string
  ownerId: number
  memberCount: number
}

/** A member before any rank: the manager's name is for fellow members only (D9). */
export interface LeagueMember {
  teamId: number
  teamName: string
  managerName: string
}

import type { ResultsChoice } from '#app/game/results-choice.ts'
import type { RolesSource } from '#db/schema.server.ts'

/** A manager with a valid session. `sessionHash` identifies the session and cannot be used to sign in. */
export interface Visitor {
  readonly managerId: number
  readonly isAdmin: boolean
  /** What had the roles when they were last read; null when nothing had (D25). */
  readonly rolesFrom: RolesSource | null
  readonly sessionHash: string
  /** Whether results are hidden from them (D38). */
  readonly resultsChoice: ResultsChoice
}

/** Whether the visitor may use /admin: the provider has confirmed it recently (D25, D26). */
export function mayAdminister(visitor: Pick<Visitor, 'isAdmin'> | null): boolean {
  return visitor?.isAdmin === true
}
